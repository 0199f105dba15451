/**
 * One engine filling one work, again and again, in a process of its own. Prints its CPU time a fill, the memory that
 * fills add, and a digest of the text that it made.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import type { Content, VettedDocument } from '../../../packages/core/src/index.ts'
import { requireFrom } from '../peers.ts'
import { type EngineName, makeWork, syntaxOf, type Work, type WorkName } from './works.ts'

const [engine, name, peers, milliseconds] = process.argv.slice(2) as [EngineName, WorkName, string, string]
const [width, height] = [75, 50]
const work = makeWork(name, syntaxOf(engine))
const fill = await engineOf(engine, work)

let output = await fill()
const warm = performance.now()
while (performance.now() - warm < 300) output = await fill()
const memory: number[] = []
for (let count = 0; count < 9; count++) {
  globalThis.gc?.()
  const before = process.memoryUsage()
  output = await fill()
  const after = process.memoryUsage()
  memory.push((after.heapUsed + after.external - before.heapUsed - before.external) / 1024 / 1024)
}
const cpu = process.cpuUsage()
const started = performance.now()
let fills = 0
while (performance.now() - started < Number(milliseconds)) {
  output = await fill()
  fills++
}
const { user, system } = process.cpuUsage(cpu)
console.log(
  JSON.stringify({
    cpu: (user + system) / 1000 / fills,
    memory: memory.sort((a, b) => a - b)[4],
    rss: process.resourceUsage().maxRSS / 1024,
    text: createHash('sha256')
      .update(textOf(bytesOf(output)))
      .digest('hex')
      .slice(0, 12),
    size: output.byteLength,
  }),
)

/** What a fill gives: ours the pieces of the document, where that is measured. */
type Output = Uint8Array | Content

function bytesOf(output: Output): Uint8Array {
  return output instanceof Uint8Array ? output : output.bytes
}

async function engineOf(wanted: EngineName, { template, data: given }: Work): Promise<() => Promise<Output>> {
  const load = requireFrom(peers)
  const data = withPictures(wanted, given)
  const buffer = Buffer.from(template)
  switch (wanted) {
    case 'chancery, in pieces':
    case 'chancery, in one buffer':
    case 'chancery, compiled each time': {
      const { createWordTemplates } = await import('../../../packages/word/src/index.ts')
      const { createDocumentGuard } = await import('../../../packages/guard/src/index.ts')
      const templates = createWordTemplates(wanted === 'chancery, compiled each time' ? { cacheBytes: 0 } : {})
      const { signal } = new AbortController()
      const document: VettedDocument = await createDocumentGuard().vet(template, { signal })
      const request = {
        data: data as never,
        missing: 'error',
        locale: 'en',
        timeZone: 'UTC',
        currency: 'EUR',
        now: 0,
      } as const
      const isInPieces = wanted === 'chancery, in pieces'
      return async () => {
        const { content } = await templates.fill(document, request, { signal })
        return isInPieces ? content : content.bytes
      }
    }
    case 'docxtemplater': {
      const Docxtemplater = load('docxtemplater')
      const PizZip = load('pizzip')
      const ImageModule = load('docxtemplater-image-module-free')
      const pictures = {
        centered: false,
        getImage: (text: string) => Buffer.from(text, 'latin1'),
        getSize: () => [width, height],
      }
      const modules = () => (name === 'gallery' ? [new ImageModule(pictures)] : [])
      return async () =>
        new Docxtemplater(new PizZip(buffer), { paragraphLoop: true, linebreaks: true, modules: modules() })
          .render(data)
          .toBuffer({ compression: 'DEFLATE' })
    }
    case 'carbone': {
      const carbone = load('carbone')
      const file = join(mkdtempSync(join(tmpdir(), 'chancery-bench-')), 'template.docx')
      writeFileSync(file, buffer)
      return () =>
        new Promise((resolve, reject) =>
          carbone.render(file, data, {}, (error: Error | null, result: Buffer) =>
            error ? reject(error) : resolve(result),
          ),
        )
    }
    case 'docx-templates': {
      const { createReport } = load('docx-templates')
      return () => createReport({ template: buffer, data, cmdDelimiter: ['{', '}'], noSandbox: true })
    }
    case 'easy-template-x': {
      const { TemplateHandler } = load('easy-template-x')
      return () => new TemplateHandler().process(buffer, data)
    }
  }
}

/** Pictures as an engine wants them: all draw them in the same size, in pixels. */
function withPictures(wanted: EngineName, data: Work['data']): Work['data'] {
  const { lines } = data
  if (name !== 'gallery' || !Array.isArray(lines)) return data
  const millimetres = 25.4 / 96
  const of = (bytes: Uint8Array): unknown => {
    const picture = Buffer.from(bytes)
    // Its module takes an object for one that it has put in already.
    if (wanted === 'docxtemplater') return picture.toString('latin1')
    if (wanted === 'easy-template-x') return { _type: 'image', source: picture, format: 'image/jpeg', width, height }
    if (wanted === 'docx-templates')
      return {
        width: (width * millimetres) / 10,
        height: (height * millimetres) / 10,
        data: picture,
        extension: '.jpg',
      }
    return { source: bytes, width: `${width}px`, height: `${height}px` }
  }
  return { ...data, lines: lines.map((line: { photo: Uint8Array }) => ({ ...line, photo: of(line.photo) })) }
}

/** The text of body, header and footer, a line a paragraph, without empty ones. */
function textOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes)
  const texts: string[] = []
  let at = buffer.readUInt32LE(buffer.lastIndexOf('PK\u0005\u0006') + 16)
  while (buffer.readUInt32LE(at) === 0x02014b50) {
    const nameLength = buffer.readUInt16LE(at + 28)
    const file = buffer.toString('utf8', at + 46, at + 46 + nameLength)
    if (/^word\/(?:document|header1|footer1)\.xml$/.test(file)) {
      const local = buffer.readUInt32LE(at + 42)
      const start = local + 30 + buffer.readUInt16LE(local + 26) + buffer.readUInt16LE(local + 28)
      const data = buffer.subarray(start, start + buffer.readUInt32LE(at + 20))
      const xml = (buffer.readUInt16LE(at + 10) === 8 ? inflateRawSync(data) : data).toString('utf8')
      const lines = xml
        .split('</w:p>')
        .map((piece) => [...piece.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map(([, text]) => text).join(''))
      texts.push(`${file}\n${lines.filter((line) => line !== '').join('\n')}`)
    }
    at += 46 + nameLength + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32)
  }
  if (process.env['CHANCERY_BENCH_DUMP']) writeFileSync(process.env['CHANCERY_BENCH_DUMP'], texts.sort().join('\n\n'))
  return texts.sort().join('\n\n')
}
