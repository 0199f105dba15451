import { ChanceryError, type JsonObject } from '@chancery/core'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import PizZip from 'pizzip'
import { describe, expect, it } from 'vitest'
import { docx, p } from '../testing/docx-builder.ts'
import { createWordTemplates } from '../word-templates.ts'
import { readPictureHeader } from './picture-header.ts'
import { writePng } from '@chancery/formats/raster'
import { withoutOutside } from './safe-svg.ts'

const templates = createWordTemplates()
const context = { missing: 'error', locale: 'en-GB', timeZone: 'UTC', currency: 'EUR', now: 0 } as const

async function fill(body: string, data: JsonObject): Promise<PizZip> {
  const template = vettedForTest(docx(body), 'docx')
  const {
    content: { bytes },
  } = await templates.fill(template, { ...context, data }, { signal: new AbortController().signal })
  return new PizZip(bytes)
}

const faultOf = async (data: JsonObject): Promise<unknown> =>
  fill(p('{%a}'), data).then(
    () => undefined,
    (error: unknown) => (ChanceryError.is(error) ? { code: error.code, ...error.violations[0] } : error),
  )

const xmlOf = (zip: PizZip): string => zip.file('word/document.xml')?.asText() ?? ''
const uri = (bytes: Uint8Array, type: string): string => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

/** The frame header of a JPEG of 300 by 150 points at 72 dots, as a camera held otherwise writes it. */
function photo(orientation: number): Uint8Array {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  const exif = [...Buffer.from('Exif\0\0'), ...tiff]
  return Uint8Array.from(
    [
      [0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 2, ...exif],
      [0xff, 0xc2, 0, 11, 8, 0, 150, 1, 44, 1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0, 0xff, 0xd9],
    ].flat(),
  )
}

/** One point, lossless. */
const webp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')

describe('pictures', () => {
  it.each([
    [1, '<a:xfrm>'],
    [2, '<a:xfrm flipH="1">'],
    [3, '<a:xfrm rot="10800000">'],
    [4, '<a:xfrm rot="10800000" flipH="1">'],
    [5, '<a:xfrm rot="16200000" flipH="1">'],
    [6, '<a:xfrm rot="5400000">'],
    [7, '<a:xfrm rot="5400000" flipH="1">'],
    [8, '<a:xfrm rot="16200000">'],
  ])('stand upright as a camera says: %d', async (orientation, transform) => {
    const a = { source: uri(photo(orientation), 'image/jpeg'), width: '30mm' }
    const xml = xmlOf(await fill(p('{%a}'), { a }))
    expect(xml).toContain(transform)
    // Seen 30 mm wide: what is turned has that as its height.
    const [, width, height] = /<wp:extent cx="(\d+)" cy="(\d+)"/.exec(xml) ?? []
    const turned = orientation > 4
    expect([Number(width), Number(height)]).toEqual(turned ? [2_160_000, 1_080_000] : [1_080_000, 540_000])
    if (turned) expect(xml).toContain('<wp:effectExtent l="0" t="540000" r="0" b="540000"/>')
  })

  it('take no turn from what is damaged', () => {
    const bytes = photo(6)
    bytes[17] = 200
    expect(readPictureHeader(bytes)).not.toHaveProperty('turn')
  })

  it.each(['', '\ufeff<?xml version="1.0"?>\n'])('of svg may come as they are written, behind %j', async (before) => {
    const a = {
      source: `${before}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"/>`,
      width: '',
      height: '10mm',
    }
    expect(xmlOf(await fill(p('{%a}'), { a }))).toContain('<wp:extent cx="720000" cy="360000"/>')
  })

  it('of kinds that Word cannot show are no paths, however they are encoded', async () => {
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(2000)])
    expect(await faultOf({ a: heic.toString('base64') })).toMatchObject({ code: 'invalid_value', pointer: '/data/a' })
  })

  it('of webp become png', async () => {
    const zip = await fill(p('{%a}') + p('{~b}'), {
      a: uri(webp, 'image/webp'),
      b: `<p><img src="${uri(webp, 'image/webp')}"></p>`,
    })
    expect(zip.file(/media\//).map(({ name }) => name)).toEqual(['word/media/image1.png'])
    expect(readPictureHeader(zip.file('word/media/image1.png')?.asUint8Array() ?? webp)).toMatchObject({ kind: 'png' })
  })

  it.each([
    ['cut off', webp.subarray(0, 28)],
    ['broken', Buffer.concat([webp.subarray(0, 20), Buffer.alloc(60, 255)])],
    ['moving', Buffer.concat([Buffer.from('RIFF\u0016\0\0\0WEBPVP8X\u000a\0\0\0\u0002', 'latin1'), Buffer.alloc(40)])],
  ])('of webp that are %s are refused', async (_, bytes) => {
    expect(await faultOf({ a: uri(bytes, 'image/webp') })).toMatchObject({
      code: 'invalid_value',
      pointer: '/data/a',
    })
  })

  it('are no larger than their bounds', async () => {
    const source = uri(writePng(40, 20, new Uint8Array(3200)), 'image/png')
    const xml = xmlOf(
      await fill(p('{%a}{%b}'), {
        a: { source, width: '40mm', maxHeight: '10mm' },
        b: { source, maxWidth: '50mm' },
      }),
    )
    expect([...xml.matchAll(/<wp:extent cx="(\d+)"/g)].map(([, cx]) => Number(cx))).toEqual([720_000, 381_000])
  })
})

describe('an svg', () => {
  const cleaned = (svg: string): string => new TextDecoder().decode(withoutOutside(new TextEncoder().encode(svg)))

  it('loses what runs, and what would be fetched', () => {
    const out = cleaned(
      `<?xml-stylesheet href="http://127.0.0.1/x"?><!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]><svg xmlns="&ns;" onload="x()"><script>x()</script><style><![CDATA[@import 'http://127.0.0.1';]]></style><image xlink:href="file:///etc/passwd"/><image href="&#104;ttp://127.0.0.1/"/><rect fill="url(http://127.0.0.1#a)"/><use href="#b"/><image href="data:image/png;base64,AA=="/><image href="data:image/svg+xml,x"/></svg>`,
    )
    expect(out).not.toMatch(/127\.0\.0|passwd|x\(\)|script|DOCTYPE|svg\+xml/)
    expect(out).toContain('<svg xmlns="http://www.w3.org/2000/svg">')
    expect(out).toContain('<use href="#b"/>')
    expect(out).toContain('data:image/png')
  })

  it.each([
    'data:image/svg+xml;utf8,<svg width="100%" viewBox="0 0 4 4"/>',
    'data:image/svg+xml,%3Csvg viewBox="0 0 4 4"/%3E',
    'data:image/svg+xml;charset=utf-8;name=a.svg,<svg viewBox="0 0 4 4"/>',
  ])('may come as %s', async (a) => {
    expect((await fill(p('{%a}'), { a })).file(/\.svg$/)).toHaveLength(1)
  })

  it('of unclosed sections is refused', async () => {
    const a = uri(Buffer.from(`<svg viewBox="0 0 1 1">${'<![CDATA['.repeat(100_000)}</svg>`), 'image/svg+xml')
    expect(await faultOf({ a })).toMatchObject({ code: 'invalid_value' })
  })

  it('that has nothing of it keeps its bytes', () => {
    const bytes = new TextEncoder().encode('<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>')
    expect(withoutOutside(bytes)).toBe(bytes)
  })
})
