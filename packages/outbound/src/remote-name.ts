import { baseNameOf } from '@chancery/formats/text'

/** A document's name: of the Content-Disposition (RFC 6266: `filename*` before `filename`), else of the address. */
export function remoteName(disposition: string | undefined, url: URL): string | undefined {
  const extended = /filename\*\s{0,8}=\s{0,8}utf-8'[\w-]{0,16}'([^;\s]+)/i.exec(disposition ?? '')?.[1]
  const [, quoted, token] = /filename\s{0,8}=\s{0,8}(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(disposition ?? '') ?? []
  const stated = decoded(extended) ?? quoted?.replaceAll(/\\(.)/g, '$1') ?? token
  return baseNameOf(stated ?? decoded(url.pathname.slice(url.pathname.lastIndexOf('/') + 1)))
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}
