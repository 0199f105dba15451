import {
  ChanceryError,
  type EmailContent,
  type EmailFinding,
  type EmailTemplateReport,
  type Finding,
  type InspectEmailRequest,
  type JsonObject,
} from '@chancery/core'
import { inferSchema, sampleData, tagNodes } from '@chancery/tags'
import { type CompiledTemplate, compileTemplate } from '../compile/compile-template.ts'
import { fillCompiled, type FilledEmail, type HtmlTools } from '../fill/fill-email.ts'
import { checkTemplate, type CheckedTemplate } from '../parse/checked-template.ts'
import { clientSupport, dataDate } from './clients/client-support.ts'
import { dataFindings } from './data-findings.ts'
import { assertKnownCodes, FindingList } from './finding-list.ts'
import { localeFaults, localeFindings, ofLocaleAlone, type ReadEmail, readEmail } from './locale-findings.ts'
import { withLongLists } from './long-lists.ts'
import { maskedSource, withoutStretches } from './masked-source.ts'
import { htmlPieces, ofPieces, pieceRules } from './html-pieces.ts'
import { elementLooks } from '../page/element-looks.ts'
import { type HtmlPage, htmlPage, withTexts } from '../page/html-page.ts'
import type { ParsedField } from '../parse/parse-template.ts'
import { type HtmlTag, type HtmlToken, htmlTokens, withoutWords } from '../parse/html-tokens.ts'
import { elementStyles, readStyles } from '../page/page-styles.ts'
import type { Html, Tell } from './rule.ts'
import { nestingOfPieces } from './rules/html-nesting.ts'
import { rules, textRules, treeRules } from './rules.ts'
import { variablesOf } from './variables.ts'
import { waysOfField } from './ways.ts'

/** Items that a list may get where neither the schema nor the caller says. */
const usualLength = 50

/** The html of a template on each way through its conditions that is gone, the first of which takes the first branch of each. */
function htmlOf(parsed: ParsedField | undefined, tell: Tell): readonly Html[] {
  if (parsed === undefined || parsed.field.source.trim() === '') return []
  const masked = maskedSource(parsed)
  const all = htmlTokens(masked)
  const written = readStyles(masked, all.tokens)
  const startsOf = (tokens: readonly HtmlToken[]) => tokens.filter((token): token is HtmlTag => token.kind === 'start')
  const ways = waysOfField(parsed)
  if (ways.beyond !== undefined) tell('too_many_branches', parsed.field, ways.beyond)
  const lookOf = (page: HtmlPage) => {
    const styles = elementStyles(page, written)
    return { page, looks: styles && elementLooks(page, styles) }
  }
  // Most conditions choose words; all ways through those have one tree.
  let ofAll: ReturnType<typeof lookOf> | undefined
  return ways.leftOut.map((leftOut, index): Html => {
    const straight = withoutStretches(masked, leftOut)
    const words = withoutWords(all.tokens, leftOut, straight)
    const isTreeKnown = words !== undefined && ofAll !== undefined
    if (words !== undefined) ofAll ??= lookOf(htmlPage(words))
    const { page, looks } =
      words === undefined || ofAll === undefined
        ? lookOf(htmlPage(htmlTokens(straight).tokens))
        : { page: withTexts(ofAll.page, words), looks: ofAll.looks }
    // What depends on no tree is looked for everywhere at once.
    const { tokens, errors } = index === 0 ? all : { tokens: page.tokens, errors: [] }
    const starts = startsOf(tokens)
    return { parsed, masked, straight, tokens, starts, errors, page, isTreeKnown, looks, ...written }
  })
}

/** The template filled, or nothing where template or data do not allow it. */
function tryFill(
  compiled: CompiledTemplate,
  request: InspectEmailRequest,
  data: JsonObject,
  tools: HtmlTools | undefined,
): FilledEmail | undefined {
  try {
    return fillCompiled(compiled, { ...request, data, missing: 'error' }, tools)
  } catch (error) {
    if (ChanceryError.is(error)) return undefined
    throw error
  }
}

/** UTF-16 units of all languages together that are checked by every rule: as many as a part may have. */
const mostUnits = 2_000_000

const unitsOf = ({ subject, html = '', text = '', partials = {} }: EmailContent): number =>
  [subject, html, text, ...Object.values(partials)].reduce((sum, { length }) => sum + length, 0)

/** Tags of all fields together: each is looked at by every rule. The largest of real templates have some hundreds. */
const mostTags = 50_000

/** @throws `payload_too_large` */
function boundTags({ nodes }: Pick<CheckedTemplate, 'nodes'>): void {
  const actual = tagsIn(nodes)
  if (actual <= mostTags) return
  throw new ChanceryError('payload_too_large', 'The template has more tags than are checked.', {
    details: { what: 'tags', limit: mostTags, actual },
  })
}

const tagsIn = (nodes: CheckedTemplate['nodes']): number =>
  nodes.reduce((sum, node) => {
    if (node.kind === 'literal') return sum
    return sum + 1 + (node.kind === 'section' ? tagsIn(node.children) + tagsIn(node.otherwise) : 0)
  }, 0)

/**
 * Everything that is wrong or doubtful about a template, at once; and what data it wants. In steps, for large ones.
 * @param found what was found before, on the way to the html
 * @throws `payload_too_large`, `invalid_request`
 */
export function* inspectInSteps(
  template: EmailContent,
  asked: InspectEmailRequest,
  tools?: HtmlTools,
  found: readonly (Finding & Pick<EmailFinding, 'locale'>)[] = [],
): Generator<void, EmailTemplateReport> {
  return (yield* inspectOne(template, asked, tools, found)).report
}

/** The same, with what was read on the way, for those that compare it with another language. */
function* inspectOne(
  template: EmailContent,
  asked: InspectEmailRequest,
  tools: HtmlTools | undefined,
  found: readonly (Finding & Pick<EmailFinding, 'locale'>)[] = [],
): Generator<void, ReadEmail & { readonly report: EmailTemplateReport }> {
  const request =
    asked.schema === undefined && template.schema !== undefined ? { ...asked, schema: template.schema } : asked
  assertKnownCodes(request)
  const support = clientSupport(request.clients)
  const checked = checkTemplate(template, request.schema)
  boundTags(checked)
  const compiled = compileTemplate(checked)
  yield
  const { nodes } = checked
  const schema = inferSchema(nodes)
  const sample = sampleData(schema)
  const variables = variablesOf(checked, schema)
  const list = new FindingList(request)
  const ofHtml = checked.fields.find(({ field }) => field.name === 'html')
  const [html, ...otherWays] = htmlOf(ofHtml, list.tell)
  yield
  const preview = request.data === undefined ? undefined : tryFill(compiled, request, request.data, tools)
  const filled = preview ?? tryFill(compiled, request, sample, tools)
  const known = preview === undefined ? sample : (request.data ?? sample)
  const longest =
    filled === undefined
      ? undefined
      : tryFill(compiled, request, withLongLists(known, request.schema, request.longestList ?? usualLength), tools)
  const isLongestAssumed =
    request.longestList === undefined && !JSON.stringify(request.schema ?? {}).includes('"maxItems"')
  yield
  const bytes = (text: string | undefined): number => Buffer.byteLength(text ?? '')
  const sizes = {
    ...(filled === undefined ? {} : { subject: filled.email.subject.length }),
    html: bytes(filled?.email.html ?? template.html),
    text: bytes(filled?.email.text ?? template.text),
    ...(longest?.email.html === undefined ? {} : { longestHtml: bytes(longest.email.html) }),
  }
  const fieldNamed = (name: string | undefined) =>
    checked.fields.flatMap(({ field }) => [field, field.origin?.field ?? field]).find((field) => field.name === name)
  for (const fault of found) list.add(fault, fault.locale === undefined ? fieldNamed(fault.location?.field) : undefined)
  for (const fault of [
    ...checked.faults,
    ...checked.unknownPartials,
    ...dataFindings(compiled, schema, variables, request),
    ...(preview?.findings ?? checked.notes),
  ])
    list.add(fault, fieldNamed(fault.location?.field))
  const input = {
    template,
    checked,
    html,
    otherWays,
    filled: filled?.email,
    isLongestAssumed,
    sizes,
    support,
    tell: list.tell,
  }
  const told = new Set<string>()
  const once: Tell = (code, field, place, words) => {
    const key = `${code} ${field.name} ${place[0]}`
    if (told.has(key)) return
    told.add(key)
    list.tell(code, field, place, words)
  }
  for (const rule of rules) {
    yield
    rule(input)
  }
  for (const way of html === undefined ? [] : [html, ...otherWays]) {
    for (const rule of way.isTreeKnown ? textRules : treeRules) {
      yield
      rule({ ...input, html: way, tell: otherWays.length === 0 ? list.tell : once })
    }
  }
  const pieces = htmlPieces(template)
  boundTags({ nodes: pieces.flatMap(({ nodes }) => nodes) })
  const htmlOfPieces = pieces.map((piece) => htmlOf(piece, list.tell)[0])
  nestingOfPieces(
    htmlOfPieces.filter((each) => each !== undefined),
    html,
    list.tell,
  )
  for (const [index, piece] of pieces.entries()) {
    const ofPiece = htmlOfPieces[index]
    const alone = { ...input, checked: { ...checked, fields: [piece] }, html: ofPiece, otherWays: [] }
    for (const rule of pieceRules) {
      yield
      rule({ ...alone, tell: ofPieces(list.tell) })
    }
  }
  const { findings: ofFirst } = list.report()
  let units = unitsOf(template)
  for (const [locale, content] of Object.entries(request.locales ?? {})) {
    yield
    units += unitsOf(content)
    const { data: _data, locales: _locales, ...asked } = request
    const other: ReadEmail & { readonly report?: EmailTemplateReport } =
      units > mostUnits ? readEmail(content) : yield* inspectOne(content, { ...asked, locale }, tools)
    const differences = localeFindings({ template, checked, html }, locale, other)
    for (const finding of differences) list.add(finding)
    const own =
      other.report === undefined
        ? localeFaults(locale, other)
        : ofLocaleAlone(other.report.findings, ofFirst, differences)
    for (const finding of own) list.add({ ...finding, locale })
  }
  const report = {
    ...list.report(),
    tags: tagNodes(nodes),
    schema,
    sampleData: sample,
    variables: variables.map(({ variable }) => variable),
    matrix: support.matrix(),
    clientDataDate: dataDate,
    sizes,
    ...(preview === undefined ? {} : { preview: preview.email }),
  }
  return { report, template, checked, html }
}

/** The same at once. */
export function inspectEmail(template: EmailContent, request: InspectEmailRequest): EmailTemplateReport {
  const steps = inspectInSteps(template, request)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
