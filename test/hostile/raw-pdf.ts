import { latin1 } from './attack.ts'

/** A PDF of the given objects, numbered from 1; a sound table of references unless `trailer` lies. */
export function pdf(objects: readonly (string | Uint8Array)[], trailer = '/Root 1 0 R', startXref?: number): Buffer {
  const chunks: Uint8Array[] = [latin1('%PDF-1.7\n')]
  let at = 9
  const offsets = objects.map((object, index) => {
    const offset = at
    const bytes = Buffer.concat([
      latin1(`${index + 1} 0 obj\n`),
      typeof object === 'string' ? latin1(object) : object,
      latin1('\nendobj\n'),
    ])
    chunks.push(bytes)
    at += bytes.length
    return offset
  })
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = /\/Size/.test(trailer) ? '' : `/Size ${objects.length + 1} `
  chunks.push(
    latin1(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< ${size}${trailer} >>\nstartxref\n${startXref ?? at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(chunks)
}

export const stream = (dictionary: string, data: Uint8Array | string, length?: number): Buffer => {
  const bytes = typeof data === 'string' ? latin1(data) : data
  return Buffer.concat([
    latin1(`<< ${dictionary} /Length ${length ?? bytes.length} >>\nstream\n`),
    bytes,
    latin1('\nendstream'),
  ])
}

export const catalog = '<< /Type /Catalog /Pages 2 0 R >>'
export const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
export const page = (resources: string, box = '0 0 595 842'): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Resources << ${resources} >> /Contents 4 0 R >>`
export const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'

/** One page with the given content stream and one font. */
export const onePage = (content: Uint8Array, font = helvetica, box?: string): Buffer =>
  pdf([catalog, pages, page('/Font << /F1 5 0 R >>', box), content, font])
export const drawing = (content: string): Buffer => onePage(stream('', content))
