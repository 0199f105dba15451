import { deflateSync } from 'node:zlib'
import { writeCompoundFile } from '../../packages/formats/src/compound-file/testing/write-compound-file.ts'
import { docxOf } from '@chancery/port-contracts/sample-documents'
import { buildZip } from '@chancery/port-contracts/zip-builder'
import {
  agileOffice,
  sealedOpenDocument,
  standardOffice,
} from '../../packages/guard/src/encryption/encrypted-fixture.ts'
import { type Attack, latin1, utf8 } from './attack.ts'

const password = 'known to the attacker'
const manyRounds = 4_000_000_000

/** Documents that an attacker has encrypted, and sends with their password: what makes keys slow, and what hides inside. */
export function* encryptionAttacks(): Generator<Attack> {
  const attack = (name: string, filename: string, bytes: Uint8Array, expect?: Attack['expect']): Attack => ({
    name: `encryption: ${name}`,
    bytes,
    filename,
    password,
    ...(expect === undefined ? {} : { expect }),
  })
  const inside = docxOf(['inside'])
  const agile = agileOffice(inside, password, { rounds: 1 })
  yield attack(
    'endless rounds',
    'a.docx',
    agileOffice(inside, password, { rounds: 1, statedRounds: manyRounds }),
    'payload_too_large',
  )
  yield attack(
    'as many rounds as allowed',
    'a.docx',
    agileOffice(inside, password, { rounds: 1, statedRounds: 500_000 }),
  )
  yield attack('an encrypted document in itself', 'a.docx', agileOffice(agile, password, { rounds: 1 }))
  const blown = buildZip([{ name: 'word/document.xml', content: Buffer.alloc(100_000_000, 0x20) }])
  yield attack('a bomb inside', 'a.docx', agileOffice(blown, password, { rounds: 1 }))
  yield attack('nothing inside', 'a.docx', agileOffice(new Uint8Array(), password, { rounds: 1 }))
  yield attack('cut off', 'a.docx', agile.subarray(0, agile.length - 3000))
  yield attack('Office 2007, cut off', 'a.docx', standardOffice(inside, password).subarray(0, 2000))
  const described = (info: Uint8Array): Uint8Array =>
    writeCompoundFile([
      { name: 'EncryptionInfo', bytes: Buffer.concat([Uint8Array.of(4, 0, 4, 0, 0x40, 0, 0, 0), info]) },
      { name: 'EncryptedPackage', bytes: Buffer.alloc(5000, 1) },
    ])
  yield attack('a description of open tags', 'a.docx', described(utf8('<keyData <p:encryptedKey '.repeat(300_000))))
  yield attack('a description of attributes', 'a.docx', described(utf8(`<keyData ${'a="b" '.repeat(300_000)}/>`)))
  yield attack('no description', 'a.docx', described(new Uint8Array()))
  yield attack('a header as long as 2^32', 'a.docx', standardWithHeader(0xffffffff))

  const mimetype = { name: 'mimetype', content: utf8('application/vnd.oasis.opendocument.text') }
  const part = (index: number) => ({ name: `part-${index}.xml`, content: utf8('<a/>') })
  const parts = Array.from({ length: 1500 }, (_, index) => part(index))
  const sealed = (few: readonly { name: string; content: Uint8Array }[], statedRounds = 1): Uint8Array =>
    sealedOpenDocument([mimetype, ...few], password, { rounds: 1, statedRounds })
  yield attack('a key of endless rounds', 'a.odt', sealed([part(1)], manyRounds), 'payload_too_large')
  yield attack('a key for each of many parts', 'a.odt', sealed(parts, 500_000))
  yield attack(
    'a bomb in a sealed part',
    'a.odt',
    sealed([{ name: 'content.xml', content: Buffer.alloc(100_000_000) }]),
  )
  yield attack(
    'parts that a parser would choke on',
    'a.odt',
    sealed([{ name: 'content.xml', content: utf8('<a>'.repeat(100_000)) }]),
  )
  const manifest = (content: string): Uint8Array =>
    buildZip([
      { ...mimetype, method: 0 },
      { name: 'META-INF/manifest.xml', content },
      { name: 'content.xml', content: '<a/>' },
    ])
  const file = '<manifest:file-entry manifest:full-path="content.xml">'
  yield attack('open seals', 'a.odt', manifest(`<m>${`${file}<manifest:encryption-data `.repeat(60_000)}</m>`))
  yield attack(
    'seals of nothing',
    'a.odt',
    manifest(`<m>${file}<manifest:encryption-data /></manifest:file-entry></m>`),
  )
  yield attack(
    'a manifest deflated twice',
    'a.odt',
    manifest(`encryption-data ${Buffer.from(deflateSync(latin1('a'))).toString('latin1')}`),
  )
}

function standardWithHeader(length: number): Uint8Array {
  const info = Buffer.alloc(300)
  info.writeUInt16LE(3, 0)
  info.writeUInt16LE(2, 2)
  info.writeUInt32LE(length, 8)
  return writeCompoundFile([
    { name: 'EncryptionInfo', bytes: info },
    { name: 'EncryptedPackage', bytes: Buffer.alloc(5000, 1) },
  ])
}
