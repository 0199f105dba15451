import type { DocumentType } from '@chancery/core'
import { CompoundFile } from '@chancery/formats/compound-file'

/** Beginnings of files in hexadecimal digits, and what writes them. */
const starts: readonly (readonly [name: string, start: RegExp])[] = [
  ['WordPerfect document', /^ff575043/],
  ['document of Word 2', /^(?:dba5|9ba5)/],
  ['document of Word for DOS or Windows Write', /^3[12]be0000/],
  ['worksheet of Excel 2 to 4', /^09(?:00|02|04)(?:04|06)00/],
  ['worksheet of Lotus 1-2-3', /^0000(?:02|1a)00/],
  ['PostScript program', /^25215053/],
  ['DjVu document', /^41542654464f524d/],
  // "ftyp", and the brands of HEIF and AVIF.
  ['HEIF picture', /^.{8}66747970(?:68656963|68656978|68656966|6d696631|61766966)/],
  ['JPEG 2000 picture', /^0000000c6a502020/],
  ['Windows metafile', /^(?:d7cdc69a|01000900)/],
  ['enhanced metafile', /^01000000.{72}20454d46/],
  ['7-Zip archive', /^377abcaf/],
  ['RAR archive', /^52617221/],
  ['gzip file', /^1f8b/],
]

/** Streams at the root of a compound file. */
const streams: readonly (readonly [name: string, stream: RegExp])[] = [
  ['presentation of PowerPoint 4', /^pp40$/i],
  ['presentation of PowerPoint 3', /^header$/i],
  ['Visio drawing', /^visiodocument$/i],
  ['Publisher publication', /^quill$/i],
  ['document of Microsoft Works', /^(?:matost|mm)$/i],
  ['Hangul document', /^bodytext$/i],
]

/** What stands in the list of content types, in `mimetype` or among the names of a package. */
const packages: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Excel binary workbook (xlsb)', /xl\/workbook\.bin/],
  ['EPUB book', /application\/epub\+zip/],
  ['OpenDocument drawing', /application\/vnd\.oasis\.opendocument\.graphics/],
  ['OpenDocument formula', /application\/vnd\.oasis\.opendocument\.formula/],
  ['OpenOffice 1 document', /application\/vnd\.sun\.xml\./],
  ['Visio drawing', /visio\/document\.xml/],
  ['XPS document', /FixedDocumentSequence\.fdseq/],
  ['Pages, Numbers or Keynote document', /Index\/Document\.iwa/],
]

/** Both ends of a package hold the names of its parts. */
const window = 64 * 1024

/** What a file is in the words of its users; absent where that is not known. */
export interface NamedFormat {
  readonly name?: string
  /** A format that is read, as the program that wrote the file has it. */
  readonly saveAs?: string
}

/** What a file that is not read here is. For telling alone. */
export function formatOf(bytes: Uint8Array, type: DocumentType): NamedFormat {
  if (type === 'xml') return xmlFormat(Buffer.from(bytes.subarray(0, 4096)).toString('latin1'))
  const name = nameOf(bytes, type)
  return name === undefined ? {} : { name }
}

function nameOf(bytes: Uint8Array, type: DocumentType): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const find = (names: readonly (readonly [string, RegExp])[], text: string): string | undefined =>
    names.find(([, sign]) => sign.test(text))?.[0]
  if (type === 'zip') {
    return find(packages, buffer.toString('latin1', 0, window) + buffer.subarray(-window).toString('latin1'))
  }
  if (type !== 'unknown') return undefined
  const head = buffer.toString('hex', 0, 64)
  if (!head.startsWith('d0cf11e0')) return find(starts, head)
  try {
    const names = new CompoundFile(bytes).root.children.map(({ name }) => name)
    return streams.find(([, stream]) => names.some((name) => stream.test(name)))?.[0]
  } catch {
    return undefined
  }
}

/** What stands in the root of an XML file, and what its program saves besides. */
const roots: readonly (readonly [name: string, root: RegExp, saveAs: string])[] = [
  ['Word 2003 XML document', /schemas\.microsoft\.com\/office\/word\/2003\/wordml/, 'docx'],
  ['Excel 2003 XML workbook', /urn:schemas-microsoft-com:office:spreadsheet/, 'xlsx'],
  ['flat Office Open XML document', /schemas\.microsoft\.com\/office\/2006\/xmlPackage/, 'docx, xlsx or pptx'],
  ['flat OpenDocument file', /<office:document[\s>]/, 'odt, ods or odp'],
]

function xmlFormat(head: string): NamedFormat {
  const found = roots.find(([, root]) => root.test(head))
  return found === undefined ? {} : { name: found[0], saveAs: found[2] }
}
