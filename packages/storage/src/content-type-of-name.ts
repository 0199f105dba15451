import { contentTypes, extensionOf, type DocumentType } from '@chancery/core'

const byExtension = new Map<string, string>(
  (Object.keys(contentTypes) as DocumentType[]).map((type) => [extensionOf(type), contentTypes[type]]),
)
for (const [extension, type] of [
  ['htm', 'html'],
  ['jpg', 'jpeg'],
  ['tif', 'tiff'],
  ['markdown', 'markdown'],
] as const) {
  byExtension.set(extension, contentTypes[type])
}

/** The media type that a file name's ending stands for: all that is known of a file that a person put there. */
export function contentTypeOfName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return (dot > 0 ? byExtension.get(name.slice(dot + 1).toLowerCase()) : undefined) ?? contentTypes.unknown
}
