import { createHash } from 'node:crypto'
import { pdfOf, type PlacedText } from './pdf-fixture.ts'

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const md5 = (...parts: readonly Uint8Array[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('md5')).digest()
const padded = (password: string): Buffer => Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32)

function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (a: number, b: number): void => {
    const kept = state[a] ?? 0
    state[a] = state[b] ?? 0
    state[b] = kept
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  let [i, j] = [0, 0]
  const changed = data.map((byte) => {
    i = (i + 1) & 255
    j = (j + (state[i] ?? 0)) & 255
    swap(i, j)
    return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0)
  })
  return Buffer.from(changed)
}

/** One page, encrypted with a user password by the standard handler, revision 2 (ISO 32000-1, 7.6.3). */
export function encryptedPdf(texts: readonly PlacedText[], password: string): Uint8Array {
  const owner = rc4(md5(padded('owner')).subarray(0, 5), padded(password))
  const id = Buffer.alloc(16, 7)
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(-44)
  const key = md5(padded(password), owner, permissions, id).subarray(0, 5)
  const user = rc4(key, padding)
  const trailer =
    `/ID [<${id.toString('hex')}> <${id.toString('hex')}>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -44` +
    ` /O <${owner.toString('hex')}> /U <${user.toString('hex')}> >>`
  const file = Buffer.from(pdfOf({ pages: [texts], trailer }))
  // The page's content is object 7; its key is that of the document with the numbers of the object.
  const objectKey = md5(key, Uint8Array.of(7, 0, 0, 0, 0)).subarray(0, 10)
  const start = file.indexOf('stream\n', file.indexOf('7 0 obj')) + 7
  const end = file.indexOf('\nendstream', start)
  rc4(objectKey, file.subarray(start, end)).copy(file, start)
  return file
}
