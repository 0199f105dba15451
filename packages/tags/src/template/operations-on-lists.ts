import { comparisonSigns } from './comparison-names.ts'
import {
  called,
  type ForeignOperation,
  type ForeignOperations,
  looksLikeList,
  quoted,
  unquoted,
} from './foreign-operation.ts'

/** `items[].price`, `items[i].price`: a field of every item, as Carbone has it. */
const ofEach = /^(.+)\[[ij]?\]\.([\p{L}_][\p{L}\p{N}_.]*)$/u

const figure =
  (formatter: string): ForeignOperation =>
  (value) => {
    const [, list, field] = ofEach.exec(value) ?? []
    return list === undefined ? undefined : `${list} | ${formatter}:"${field}"`
  }

const texts =
  (before = ''): ForeignOperation =>
  (value, [separator]) => {
    const [, list, field] = ofEach.exec(value) ?? []
    const behind = `${before}join${separator === undefined ? '' : `:${separator}`}`
    return list === undefined ? undefined : `${list} | map:"${field}" | ${behind}`
  }

/** `selectattr("price", "gt", 5)`, and `filter(i => i.price > 5)`. */
const filtered: ForeignOperation = (value, [first = '', test, compared]) => {
  const arrow =
    /^\(?([\p{L}_]\w{0,30})\)?\s*=>\s*\1\.([\p{L}_][\p{L}\p{N}_.]{0,60})\s*(?:([=!<>]{1,3})\s*(\S.{0,60}))?$/u
  const [, , field, sign, than] = arrow.exec(first) ?? []
  if (field !== undefined) {
    if (sign === undefined || than === undefined) return `${value} | filter:"${field}"`
    const own = sign.replace(/^([=!])==$/, '$1=')
    return own === '==' ? `${value} | filter:"${field}":${than}` : `${value} | filter:"${field}":"${own}":${than}`
  }
  if (!/^["']/.test(first)) return undefined
  if (test === undefined) return `${value} | filter:${first}`
  const operator = comparisonSigns.get(unquoted(test).toLowerCase())
  if (compared === undefined) return `${value} | filter:${first}:${test}`
  return operator === undefined ? undefined : `${value} | filter:${first}:"${operator}":${compared}`
}

/** `(a, b) => a.price - b.price`. */
const ordered: ForeignOperation = (value, given) => {
  const field = /=>\s*\w+\.([\p{L}_][\p{L}\p{N}_.]{0,60})/u.exec(given.join(', '))?.[1]
  return field === undefined ? undefined : `${value} | sort:"${field}"`
}

const itemAt: ForeignOperation = (value, [at]) =>
  at === undefined ? undefined : /^-?\w/.test(at) ? `${value}[${at}]` : `${value}[${quoted(at)}]`

/** What others do with lists and objects, by names without signs and in small letters. */
export const operationsOnLists: ForeignOperations = {
  ...called('aggsum', figure('sum')),
  ...called('aggavg', figure('avg')),
  ...called('aggmin', figure('min')),
  ...called('aggmax', figure('max')),
  ...called('aggcount', (value) => `${ofEach.exec(value)?.[1] ?? value} | count`),
  ...called('aggcountd', (value) => {
    const [, list, field] = ofEach.exec(value) ?? []
    return list === undefined ? undefined : `${list} | unique:"${field}" | count`
  }),
  ...called('aggstr', texts()),
  ...called('aggstrd', texts('unique | ')),
  ...called('filter selectattr where', filtered),
  ...called('map', (value, [first = '']) => {
    const field = /^([\p{L}_]\w{0,30})\s*=>\s*\1\.([\p{L}_][\p{L}\p{N}_.]{0,60})$/u.exec(first)?.[2]
    return field === undefined ? undefined : `${value} | map:"${field}"`
  }),
  ...called('sort orderby sortby tosorted', ordered),
  ...called('reduce', (value, given) => {
    const field = /\+\s*(?:Number\()?\w+\.([\p{L}_][\p{L}\p{N}_.]{0,60})/u.exec(given.join(', '))?.[1]
    return field === undefined ? undefined : `${value} | sum:"${field}"`
  }),
  ...called('number length len', (value, given) =>
    given.length === 0 && looksLikeList(value) ? `${value} | count` : undefined,
  ),
  ...called('at get item getitem lookup index', itemAt),
  ...called('vlookup xlookup hlookup', (value, [list]) => (list === undefined ? undefined : `${list}[${value}]`)),
  ...called('pop', (value) => `${value} | last`),
  ...called('shift', (value) => `${value} | first`),
}
