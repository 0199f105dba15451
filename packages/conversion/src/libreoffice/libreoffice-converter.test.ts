import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentConverterContract } from '@chancery/port-contracts/document-converter'
import { docxOf } from '@chancery/port-contracts/sample-documents'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findOffice } from './find-office.ts'
import { createLibreOfficeConverter } from './libreoffice-converter.ts'

const program = findOffice()
const types = { from: 'docx', to: 'pdf' } as const
const { signal } = new AbortController()

if (program === undefined) {
  process.stdout.write('No LibreOffice on this machine: its converter is not tried.\n')
} else {
  documentConverterContract('the LibreOffice converter', async () => ({
    converter: createLibreOfficeConverter({ program }),
    reads: true,
  }))

  it('replaces an office that has done its share, and leaves nothing behind', async () => {
    // A temporary folder of its own: other tests may have an office open.
    const [usual, own] = [process.env['TMPDIR'], mkdtempSync(join(tmpdir(), 'chancery-own-'))]
    process.env['TMPDIR'] = own
    try {
      const converter = createLibreOfficeConverter({ program, conversions: 1 })
      await converter.convert(docxOf(['a']), types, { signal })
      expect(readdirSync(own)).toEqual([])
      await converter.close()
      await expect(converter.convert(docxOf(['c']), types, { signal })).rejects.toMatchObject({ code: 'overloaded' })
    } finally {
      if (usual === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = usual
      rmSync(own, { recursive: true, force: true })
    }
  })
}

/** The command lines of all processes. */
const commands = (): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        return ''
      }
    })

describe('an office that misbehaves', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'chancery-stubborn-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** A program that is started as LibreOffice is, and does what a shell script says instead. */
  function stubborn(name: string, opening: string, converting: string): string {
    const file = join(folder, name)
    const script = `#!/bin/sh\ncase "$*" in *--convert-to*) ${converting} ;; *) ${opening} ;; esac\n`
    writeFileSync(file, script)
    chmodSync(file, 0o755)
    return file
  }
  const opens = 'touch ".~lock.kept.txt#"; exec sleep 60'

  it.runIf(process.platform === 'linux')(
    'is stopped when it works for ever, long before its time is over',
    async () => {
      const opening = `touch ".~lock.kept.txt#"; while [ ! -e out/go ]; do sleep 0.05; done; while :; do :; done`
      const works = stubborn('works', opening, 'touch out/go; exec sleep 60')
      for (const [bounds, what, limit] of [
        [{ workMs: 500 }, 'ms of work', expect.any(Number)],
        [{ mostWorkMs: 300 }, 'ms of conversion', 300],
      ] as const) {
        const converter = createLibreOfficeConverter({ program: works, timeoutMs: 60_000, ...bounds })
        await expect(converter.convert(docxOf(['x']), types, { signal })).rejects.toMatchObject({
          code: 'payload_too_large',
          details: { what, limit },
        })
        await converter.close()
      }
    },
  )

  it('is killed when it hangs, with all that it started', async () => {
    // Found again by what it was started with, whichever namespace it is in.
    const nap = `61.${process.pid}`
    const hangs = stubborn('hangs', opens, `sleep ${nap} & wait`)
    const converter = createLibreOfficeConverter({ program: hangs, timeoutMs: 300 })
    const started = performance.now()
    await expect(converter.convert(docxOf(['x']), types, { signal })).rejects.toMatchObject({
      code: 'provider_timeout',
    })
    expect(performance.now() - started).toBeLessThan(10_000)
    await converter.close()
    // The kernel ends the rest of a namespace a moment after its first process.
    if (process.platform === 'linux')
      await expect.poll(() => commands().filter((command) => command.includes(nap))).toEqual([])
  })

  it.runIf(process.platform === 'linux')('goes behind the service, as far as it is told', async () => {
    for (const [niceness, own] of [
      [{}, 10],
      [{ niceness: 19 }, 19],
    ] as const) {
      const told = join(folder, `nice-${own}`)
      const converter = createLibreOfficeConverter({
        program: stubborn(`nice-of-${own}`, `nice > ${told}; ${opens}`, 'exit 0'),
        ...niceness,
      })
      await expect(converter.convert(docxOf(['x']), types, { signal })).rejects.toMatchObject({
        code: 'document_corrupt',
      })
      await converter.close()
      expect(Number(readFileSync(told, 'utf8'))).toBe(Math.min(19, getPriority() + own))
    }
  })

  it('is not there when it does not come up, or ends at once', async () => {
    for (const opening of ['exec sleep 60', 'exit 1']) {
      const converter = createLibreOfficeConverter({ program: stubborn('late', opening, 'exit 0'), startMs: 300 })
      await expect(converter.convert(docxOf(['x']), types, { signal })).rejects.toMatchObject({
        code: 'provider_unavailable',
      })
      await converter.close()
    }
  })

  it('has not read a document of which nothing comes out', async () => {
    const converter = createLibreOfficeConverter({ program: stubborn('empty', opens, 'exit 0') })
    await expect(converter.convert(docxOf(['x']), types, { signal })).rejects.toMatchObject({
      code: 'document_corrupt',
    })
    await converter.close()
  })

  it('has a queue that ends, and callers who leave it leave it', async () => {
    const slow = stubborn('slow', opens, 'exec sleep 1')
    const converter = createLibreOfficeConverter({ program: slow, waiting: 1, timeoutMs: 400 })
    const leaving = new AbortController()
    const first = converter.convert(docxOf(['1']), types, { signal })
    const second = converter.convert(docxOf(['2']), types, { signal: leaving.signal })
    await expect(converter.convert(docxOf(['3']), types, { signal })).rejects.toMatchObject({ code: 'overloaded' })
    leaving.abort()
    await expect(second).rejects.toMatchObject({ code: 'cancelled' })
    await expect(first).rejects.toMatchObject({ code: 'provider_timeout' })
    await converter.close()
  })
})

it('is found on PATH alone where it can be run', () => {
  expect(findOffice('/nowhere')).toBe(process.platform === 'linux' ? undefined : findOffice('/nowhere'))
})
