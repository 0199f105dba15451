// oxlint-disable-next-line no-control-regex -- these are what is taken out.
const invisible = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu
const maxLength = 255

/**
 * The last name of what a caller calls a document, fit to be shown and written: no folders, no control, bidirectional
 * or zero-width characters, composed, at most 255 UTF-16 units with its ending kept.
 * @returns `undefined` where nothing is left.
 */
export function baseNameOf(filename: string | undefined): string | undefined {
  if (filename === undefined) return undefined
  const plain = filename.slice(0, 4096).toWellFormed().replaceAll(invisible, '').normalize('NFC').replaceAll('\\', '/')
  const name = plain.slice(plain.lastIndexOf('/') + 1).trim()
  if (name === '' || name === '.' || name === '..') return undefined
  if (name.length <= maxLength) return name
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? ''
  return name.slice(0, maxLength - ending.length).toWellFormed() + ending
}
