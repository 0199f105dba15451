import { buildZip, type ZipItem } from '@chancery/port-contracts/zip-builder'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { archivedNames } from './archived-names.ts'

const { signal } = new AbortController()
const program: ZipItem = { name: 'b/setup.exe', content: 'MZ' }
const zipIn = (item: ZipItem, levels: number, method = 8): Uint8Array =>
  levels === 0
    ? buildZip([item])
    : buildZip([{ name: `${levels}.zip`, content: zipIn(item, levels - 1, method), method }])
const namesIn = async (bytes: Uint8Array) => (await archivedNames(bytes, signal)).names

describe('the names in a zip', () => {
  it.each<readonly [string, Uint8Array]>([
    ['by its directory', buildZip([program])],
    ['with 64 bits', buildZip([{ ...program, zip64: true }], { zip64: true })],
    ['behind other bytes', buildZip([program], { before: new Uint8Array(70_000) })],
    ['before other bytes', buildZip([program], { behind: new Uint8Array(70_000) })],
    ['whose comment looks like the end of an empty one', buildZip([program], { comment: buildZip([]) })],
    ['in another', zipIn(program, 1)],
    ['stored in another', zipIn(program, 1, 0)],
    ['three deep', zipIn(program, 3)],
    ['three deep, stored', zipIn(program, 3, 0)],
    [
      'in another behind other bytes',
      buildZip([{ name: 'a.ZIP ', content: zipIn(program, 1) }], { before: Uint8Array.of(1) }),
    ],
  ])('%s', async (_name, bytes) => {
    const { names, isSealed, isWhole } = await archivedNames(bytes, signal)
    expect(names).toContain('b/setup.exe')
    expect([isSealed, isWhole]).toEqual([false, true])
  })

  it('says what is encrypted, and does not open it', async () => {
    const sealed = buildZip([{ name: 'a.zip', content: zipIn(program, 0), flags: 1 }])
    expect(await archivedNames(sealed, signal)).toEqual({ names: ['a.zip'], isSealed: true, isWhole: true })
    expect(await archivedNames(zipIn({ ...program, flags: 1 }, 2), signal)).toMatchObject({ isSealed: true })
  })

  it.each<readonly [string, Uint8Array]>([
    ['too deep', zipIn(program, 4)],
    ['no zip', buildZip([{ name: 'a.zip', content: '', data: Uint8Array.of(7, 7) }])],
    ['packed otherwise', buildZip([{ name: 'a.zip', content: zipIn(program, 0), method: 9 }])],
    ['too large', buildZip([{ name: 'a.zip', content: Buffer.concat([zipIn(program, 0), Buffer.alloc(65 << 20)]) }])],
    ['of too many', buildZip(Array.from({ length: 1001 }, (_, n) => ({ name: `${n}.zip`, content: buildZip([]) })))],
  ])('says that it did not look into what is %s', async (_name, bytes) => {
    expect(await archivedNames(bytes, signal)).toMatchObject({ isSealed: false, isWhole: false })
  })

  it('of bytes that are none, or damaged, are those that can be read', async () => {
    expect(await namesIn(new Uint8Array())).toEqual([])
    const whole = zipIn(program, 2)
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), async (at, value, isCut) => {
        const odd = isCut ? whole.slice(0, at) : whole.with(at, value)
        expect((await namesIn(odd)).length).toBeLessThan(10)
      }),
    )
  })
})
