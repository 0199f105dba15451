import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { docxOf } from '@chancery/port-contracts/sample-documents'
import PizZip from 'pizzip'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Delivery, overHttp } from './delivery.ts'

/** A bitmap of 270 kB that no packer makes small. */
function largePicture(): Buffer {
  const [width, height, header] = [300, 300, 54]
  const pixels = randomBytes(width * height * 3)
  const head = Buffer.alloc(header)
  head.write('BM')
  head.writeUInt32LE(header + pixels.length, 2)
  head.writeUInt32LE(header, 10)
  head.writeUInt32LE(40, 14)
  head.writeUInt32LE(width, 18)
  head.writeUInt32LE(height, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(24, 28)
  head.writeUInt32LE(pixels.length, 34)
  return Buffer.concat([head, pixels])
}

const picture = largePicture()
const stored: Readonly<Record<string, Uint8Array>> = {
  'logo.bmp': picture,
  'annex.docx': docxOf(['Annex for {name}']),
  'letter.docx': docxOf(['Dear {name},', '{%logo}', '{annex | document}']),
}
const data = { name: 'Ada', logo: { path: 'logo.bmp' }, annex: { path: 'annex.docx' } }

let delivery: Delivery
beforeAll(async () => {
  delivery = await overHttp()
  for (const [path, content] of Object.entries(stored)) {
    const document = { content: Buffer.from(content).toString('base64'), filename: path }
    expect((await delivery.call('store-document', { document, path })).code).toBeUndefined()
  }
})
afterAll(() => delivery.close())

it('stored pictures and documents stand in attachments as they do in documents, in two calls at once too', async () => {
  const template = { path: 'letter.docx' }
  const mail = {
    template: { subject: 'Letter', text: 'Dear {{name}}' },
    recipients: [
      { to: 'ada@example.com', data },
      { to: 'bob@example.com', data: { ...data, name: 'Bob' } },
    ],
    attachments: [{ template }],
  }
  const sent = await Promise.all([1, 2].map(() => delivery.call('fill-email-template', mail)))
  for (const { data: answered } of sent)
    expect(answered.messages).toMatchObject([{ status: 'captured' }, { status: 'captured' }])
  const filled = new Map<string, Buffer>()
  for (const name of ['Ada', 'Bob']) {
    const { data: answered } = await delivery.call('pre-filling', { template, data: { ...data, name } })
    filled.set(name, Buffer.from(answered.documents[0].document.content, 'base64'))
  }
  const folder = join(delivery.folder ?? '', 'outbox', 'new')
  const names = readdirSync(folder)
  expect(names).toHaveLength(4)
  for (const name of names) {
    const { text = '', attachments } = await PostalMime.parse(readFileSync(join(folder, name)))
    const recipient = /Dear (\w+)/.exec(text)?.[1] ?? ''
    const bytes = Buffer.from(attachments[0]!.content as ArrayBuffer)
    expect(bytes.equals(filled.get(recipient)!), recipient).toBe(true)
    const zip = new PizZip(bytes)
    expect(zip.file('word/document.xml')?.asText()).toContain(`Annex for ${recipient}`)
    expect(Buffer.from(zip.file(/media\//)[0]!.asUint8Array()).equals(picture)).toBe(true)
  }
})
