import type { NextPage } from '../format/connector-format.ts'
import type { FilledRequest } from '../format/fill-template.ts'
import { textAt, valueAt } from '../format/value-path.ts'
import type { CrmAnswer } from './crm-api.ts'

/** Longer ones do not fit a cursor. */
const maxToken = 1500

/** What was read so far. */
interface PageSize {
  /** Of this page. */
  readonly records: number
  /** Before and on this page. */
  readonly passed: number
  /** What led to this page. */
  readonly page: string | undefined
}

/**
 * What leads to the page behind an answer; absent: it is the last. Never an address: of a link only the parameters that the
 * connector names are taken over, so that neither an answer nor a cursor makes us show a token elsewhere.
 * @throws RangeError for a link that does not lead on, or too long
 */
export function nextToken(
  next: NextPage,
  { said, headers }: CrmAnswer,
  { records, passed, page }: PageSize,
): string | undefined {
  const token = tokenOf(next, said, headers, { records, passed, page })
  if (token !== undefined && token.length > maxToken) throw new RangeError('Too long.')
  return token
}

function tokenOf(
  next: NextPage,
  said: unknown,
  headers: Readonly<Record<string, string>>,
  { records, passed, page }: PageSize,
): string | undefined {
  switch (next.kind) {
    case 'token':
      return textAt(said, next.at)
    case 'link':
      return parametersOf(textAt(said, next.at), next.parameters)
    case 'link-header':
      return parametersOf(nextLink(headers['link'] ?? ''), next.parameters)
    case 'link-path': {
      const link = textAt(said, next.at)
      if (link === undefined) return undefined
      const part = new RegExp(`^${next.pattern}$`).exec(pathOf(link))?.[1]
      if (part === undefined || !isName(part)) throw new RangeError('A link that leads elsewhere.')
      return part
    }
    case 'page':
      return valueAt(said, next.more) === true ? String(Number(page ?? 1) + 1) : undefined
    case 'offset': {
      const isMore = next.more === undefined ? records >= next.size : valueAt(said, next.more) === true
      return isMore && records > 0 ? String(passed) : undefined
    }
  }
}

/** The request for the page of a token. @throws RangeError for a token that none can be made of */
export function requestOfPage(
  request: FilledRequest,
  next: NextPage | undefined,
  token: string | undefined,
): FilledRequest {
  if (next === undefined || token === undefined) return request
  switch (next.kind) {
    case 'token':
    case 'page':
    case 'offset':
      return withParameters(request, { [next.parameter]: token })
    case 'link':
    case 'link-header': {
      const parameters = new URLSearchParams(token)
      const known = next.parameters.filter((name) => parameters.has(name))
      return withParameters(request, Object.fromEntries(known.map((name) => [name, parameters.get(name) ?? ''])))
    }
    case 'link-path':
      if (!isName(token)) throw new RangeError('No part of a path.')
      return { ...request, path: next.path.replace('{next}', () => token), query: {} }
  }
}

/** One part of a path that leads nowhere else. */
const isName = (text: string): boolean => /^[\w-]+$/.test(text)

const withParameters = (request: FilledRequest, parameters: Readonly<Record<string, string>>): FilledRequest =>
  request.body === undefined
    ? { ...request, query: { ...request.query, ...parameters } }
    : { ...request, body: { ...request.body, ...parameters } }

function parametersOf(link: string | undefined, names: readonly string[]): string | undefined {
  if (link === undefined) return undefined
  const given = URL.parse(link, 'http://page.invalid')?.searchParams
  const taken = new URLSearchParams()
  for (const name of names) {
    const value = given?.get(name) ?? undefined
    if (value !== undefined && value !== '') taken.set(name, value)
  }
  // Some end with the address of no page: `?after=`.
  if (taken.size === 0 && names.some((name) => given?.has(name))) return undefined
  if (taken.size === 0) throw new RangeError('A link that does not lead on.')
  return taken.toString()
}

const pathOf = (link: string): string => URL.parse(link, 'http://page.invalid')?.pathname ?? ''

/** RFC 8288: `<https://…>; rel="next"`. */
function nextLink(header: string): string | undefined {
  for (const [, address, parameters = ''] of header.slice(0, 8192).matchAll(/<([^>]*)>([^<]*)/g)) {
    if (/;\s*rel="?(?:[^";]*\s)?next(?:\s[^";]*)?"?/i.test(parameters)) return address
  }
  return undefined
}
