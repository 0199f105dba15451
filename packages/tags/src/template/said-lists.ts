const path = String.raw`[\p{L}_][\p{L}\p{N}_.]{0,100}`
const field = String.raw`[\p{L}_][\p{L}\p{N}_]{0,60}`

/** `items sorted by name`, and the other way round. */
const sorted = new RegExp(
  String.raw`^(${path})\s+(?:sorted|sort|ordered|order|sortiert|geordnet|triée?s?|ordenad[ao]s?|ordinat[aeio]|gesorteerd)\s+(?:by|nach|par|por|per|op)\s+(${field})(?:\s+(asc|desc|ascending|descending|aufsteigend|absteigend))?$`,
  'iu',
)
/** `items where price > 100`, `items with status == "open"`. */
const chosen = new RegExp(
  String.raw`^(${path})\s+(?:where|whose|with|if|wo|mit|wenn|où|avec|donde|con|dove|onde|com|waar|met)\s+(${field})\s*(==?|!=|<>|<=?|>=?)\s*("[^"]{0,60}"|'[^']{0,60}'|-?\d{1,15}(?:\.\d{1,10})?|true|false)$`,
  'iu',
)
/** `items grouped by kind`. */
const grouped = new RegExp(
  String.raw`^(${path})\s+(?:grouped|group|gruppiert|groupée?s?|agrupad[ao]s?|raggruppat[aeio]|gegroepeerd)\s+(?:by|nach|par|por|per|op)\s+(${field})$`,
  'iu',
)
/** `first 3 items`, `the last 2 of items`. */
const some = new RegExp(
  String.raw`^(?:the\s+|die\s+)?(first|top|erste[nr]?|last|letzte[nr]?)\s+(\d{1,4})\s+(?:of\s+|von\s+)?(${path})$`,
  'iu',
)

/** What is asked of a list in words, by the formatter that does it: `items sorted by name` is `items | sort:"name"`. */
export function saidList(text: string): string {
  const [, list, by = '', turn = ''] = sorted.exec(text) ?? []
  if (list !== undefined) return `${list} | sort:"${by}"${/^(?:desc|absteigend)/i.test(turn) ? ':"desc"' : ''}`
  const [, from, tested = '', sign = '', value = ''] = chosen.exec(text) ?? []
  if (from !== undefined) {
    const isSame = sign === '=' || sign === '=='
    return `${from} | filter:"${tested}":${isSame ? '' : `"${sign.replace('<>', '!=')}":`}${value}`
  }
  const [, all, kind = ''] = grouped.exec(text) ?? []
  if (all !== undefined) return `${all} | groupBy:"${kind}"`
  const [, side = '', count = '', whole] = some.exec(text) ?? []
  if (whole === undefined) return text
  const isLast = /^(?:last|letzte)/i.test(side)
  return isLast ? `${whole} | reverse | limit:${count} | reverse` : `${whole} | limit:${count}`
}
