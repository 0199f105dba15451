/** The order of properties that Word insists on (ECMA-376 part 1: 17.3.1.26 CT_PPr, 17.3.2.28 CT_RPr, 17.4.69 CT_TcPr). */
const runOrder =
  'rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath rPrChange'
const paragraphOrder =
  'pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange'
const cellOrder =
  'cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark headers cellIns cellDel cellMerge tcPrChange'

const ranksOf = (names: string): ReadonlyMap<string, number> =>
  new Map(names.split(' ').map((name, index) => [name, index]))
const [runRanks, paragraphRanks, cellRanks] = [ranksOf(runOrder), ranksOf(paragraphOrder), ranksOf(cellOrder)]

const propertyOf = /<([\w.-]+:\w+)\b[^>]*?(?:\/>|>[^]*?<\/\1>)/g
const nameOf = (element: string): string => /^<w:(\w+)/.exec(element)?.[1] ?? ''

function merged(
  inner: string,
  elements: readonly string[],
  ranks: ReadonlyMap<string, number>,
  without: ReadonlySet<string>,
): string {
  const rank = (element: string): number => ranks.get(nameOf(element)) ?? ranks.size
  const set = new Set(elements.map(nameOf))
  const kept = [...inner.matchAll(propertyOf)]
    .map(([element]) => element)
    .filter((each) => !set.has(nameOf(each)) && !without.has(nameOf(each)))
  return [...kept, ...elements].sort((a, b) => rank(a) - rank(b)).join('')
}

const nothing: ReadonlySet<string> = new Set()
const within = (properties: string, name: string): string =>
  properties.startsWith(`<${name}>`) ? properties.slice(name.length + 2, -name.length - 3) : ''

/** The properties of a run (`<w:rPr>…</w:rPr>` or '') with others set, each an element. */
export function withRunProperties(properties: string, ...elements: readonly string[]): string {
  if (elements.length === 0) return properties
  return `<w:rPr>${merged(within(properties, 'w:rPr'), elements, runRanks, nothing)}</w:rPr>`
}

/** The properties of a paragraph (`<w:pPr>…</w:pPr>` or '') with others set, and without some, by name. */
export function withParagraphProperties(
  properties: string,
  elements: readonly string[],
  without: ReadonlySet<string> = nothing,
): string {
  const inner = merged(within(properties, 'w:pPr'), elements, paragraphRanks, without)
  return inner === '' ? '' : `<w:pPr>${inner}</w:pPr>`
}

/** The properties of a table cell (`<w:tcPr>…</w:tcPr>` or '') with others set. */
export const withCellProperties = (properties: string, ...elements: readonly string[]): string =>
  elements.length === 0
    ? properties
    : `<w:tcPr>${merged(within(properties, 'w:tcPr'), elements, cellRanks, nothing)}</w:tcPr>`
