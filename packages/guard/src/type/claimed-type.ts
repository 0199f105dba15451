import { contentTypes, type DocumentType } from '@chancery/core'

/** Endings of file names beyond the types' own names. */
const endings: Readonly<Record<string, DocumentType>> = {
  docm: 'docx',
  dotx: 'docx',
  dotm: 'docx',
  xlsm: 'xlsx',
  xltx: 'xlsx',
  xltm: 'xlsx',
  pptm: 'pptx',
  ppsx: 'pptx',
  ppsm: 'pptx',
  potx: 'pptx',
  potm: 'pptx',
  ott: 'odt',
  ots: 'ods',
  otp: 'odp',
  dot: 'doc',
  xlt: 'xls',
  pps: 'ppt',
  pot: 'ppt',
  oft: 'msg',
  mbox: 'eml',
  mht: 'eml',
  mhtml: 'eml',
  htm: 'html',
  xhtml: 'html',
  md: 'markdown',
  txt: 'text',
  vcf: 'vcard',
  tab: 'tsv',
  jpg: 'jpeg',
  jpe: 'jpeg',
  tif: 'tiff',
  dib: 'bmp',
}

/** Media types beyond the registered ones of `contentTypes`. */
const mediaTypes: Readonly<Record<string, DocumentType>> = {
  'application/vnd.ms-word.document.macroenabled.12': 'docx',
  'application/vnd.ms-word.template.macroenabled.12': 'docx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.template': 'docx',
  'application/vnd.ms-excel.sheet.macroenabled.12': 'xlsx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.template': 'xlsx',
  'application/vnd.ms-powerpoint.presentation.macroenabled.12': 'pptx',
  'application/vnd.openxmlformats-officedocument.presentationml.slideshow': 'pptx',
  'application/vnd.openxmlformats-officedocument.presentationml.template': 'pptx',
  'multipart/related': 'eml',
  'application/x-mimearchive': 'eml',
  'text/rtf': 'rtf',
  'text/xml': 'xml',
  'text/x-markdown': 'markdown',
  'text/x-vcard': 'vcard',
  'text/directory': 'vcard',
  'application/csv': 'csv',
  'application/xhtml+xml': 'html',
  'image/jpg': 'jpeg',
  'image/x-ms-bmp': 'bmp',
  'application/x-pdf': 'pdf',
  'application/x-zip-compressed': 'zip',
}

const isType = (name: string): name is DocumentType => Object.hasOwn(contentTypes, name) && name !== 'unknown'

const byContentType = new Map<string, DocumentType>([
  ...Object.entries(contentTypes).map(([type, media]) => [media, type as DocumentType] as const),
  ...Object.entries(mediaTypes),
])

/** What the ending of a file's name claims; `undefined` where there is none, or one that says nothing. */
export function typeOfName(filename: string | undefined): DocumentType | undefined {
  const ending = filename === undefined ? undefined : /\.([A-Za-z0-9]{1,8})$/.exec(filename)?.[1]?.toLowerCase()
  if (ending === undefined) return undefined
  return Object.hasOwn(endings, ending) ? endings[ending] : isType(ending) ? ending : undefined
}

/** What a media type claims; `application/octet-stream` and unknown ones claim nothing. */
export function typeOfContentType(contentType: string | undefined): DocumentType | undefined {
  const type = byContentType.get((contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '')
  return type === 'unknown' ? undefined : type
}
