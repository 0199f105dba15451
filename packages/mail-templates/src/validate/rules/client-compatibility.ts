import type { AdviceCode } from '../advice.ts'
import type { ClientSupport, Feature } from '../clients/client-support.ts'
import { featuresOfAtRule, featuresOfDeclaration, featuresOfSelector } from '../clients/css-features.ts'
import { breaking, remedies, withoutAdvice } from '../clients/feature-weight.ts'
import { featuresOfImage, featuresOfTag, imageAddresses } from '../clients/html-features.ts'
import { byDeclaration } from '../../page/by-declaration.ts'
import type { CssRule } from '../../page/read-css.ts'
import { untestedAtRule, untestedElement, untestedSelector, untestedValue } from '../clients/untested-features.ts'
import { htmlRule, type Words } from '../rule.ts'

/** Elements that no mail program leaves in. */
const active = new Set(['script', 'iframe', 'object', 'embed', 'applet', 'frame', 'frameset'])

/** Whether a script is data for the mail program (schema.org markup), which Gmail reads. */
const isMarkup = (type: string | undefined): boolean => /^application\/(?:ld\+)?json$/i.test(type?.trim() ?? '')

interface Verdict {
  /** A mail program does not show it at all. */
  readonly isMissing: boolean
  readonly words: Words
}

/** Counts a feature as used, and says what is told of it; nothing where every mail program that matters shows it. */
function usedIn(feature: Feature, support: ClientSupport): Verdict | undefined {
  if (withoutAdvice.has(feature.slug)) return undefined
  support.use(feature)
  const { verdicts, worst } = support.verdictsOn(feature)
  if (worst === 'full') return undefined
  const isMissing = worst === 'none'
  const hint = remedies[feature.slug]
  const [first, ...others] = verdicts.filter(({ support: given }) => (given === 'none') === isMissing)
  const isOne = others.length === 0
  const who = `${first?.name ?? ''}${isOne ? '' : ` and ${others.length} more`}`
  const words = {
    message: isMissing
      ? `${who} do${isOne ? 'es' : ''} not support ${feature.title}.`
      : `${who} support${isOne ? 's' : ''} ${feature.title} in part.`,
    feature: feature.slug,
    clients: verdicts,
    url: `https://www.caniemail.com/features/${feature.slug}/`,
    ...(hint === undefined ? {} : { hint }),
    ...(isMissing && !breaking.has(feature.slug) ? { severity: 'info' as const } : {}),
  }
  return { isMissing, words }
}

/** What common mail programs cannot show, by the data of caniemail.com. */
export const clientCompatibility = htmlRule(({ starts, sheets, inline }, tell, { support }) => {
  const known = new Map<Feature, Verdict | undefined>()
  /** Counts them as used, and says what is not shown everywhere. */
  const verdictsOn = (features: readonly Feature[]): readonly Verdict[] => {
    const told: Verdict[] = []
    for (const feature of features) {
      if (!known.has(feature)) known.set(feature, usedIn(feature, support))
      const verdict = known.get(feature)
      if (verdict !== undefined) told.push(verdict)
    }
    return told
  }
  const report = (verdicts: readonly Verdict[], code: AdviceCode, place: { start: number; end: number }): void => {
    for (const { isMissing, words } of verdicts) tell(isMissing ? code : 'partial_support', place, words)
  }
  const ofDeclaration = byDeclaration((name, value) => ({
    verdicts: verdictsOn(featuresOfDeclaration(name, value)),
    untested: untestedValue(value),
  }))
  const reportUntested = (title: string | undefined, code: AdviceCode, place: { start: number; end: number }): void => {
    if (title === undefined) return
    const message = `${title} is newer than what mail programs were tested for; most ignore it.`
    tell(code, place, { message, feature: title, severity: 'info' })
  }
  const reportAll = (declarations: CssRule['declarations']): void => {
    // What is hidden by its display is hidden in other ways besides, for programs that know no display.
    const hiding = declarations.find(({ name, value }) => name === 'display' && /^none\b/i.test(value))
    for (const declaration of hiding === undefined ? declarations : [hiding]) {
      const { verdicts, untested } = ofDeclaration(declaration)
      report(verdicts, 'unsupported_style', declaration)
      reportUntested(untested, 'unsupported_style', declaration)
    }
  }
  // Rules for narrow and for dark screens have the selectors of those before them again.
  const ofSelectors = new Map<string, readonly Verdict[]>()
  const ofSelector = ({ selector, isNested }: CssRule): readonly Verdict[] => {
    const key = `${isNested ? '&' : ''}${selector}`
    const told = ofSelectors.get(key) ?? verdictsOn(featuresOfSelector(selector, isNested))
    ofSelectors.set(key, told)
    return told
  }
  for (const tag of starts) {
    const type = tag.attributes.get('type')?.value
    if (active.has(tag.name) && !(tag.name === 'script' && isMarkup(type)))
      tell('active_element', tag, { message: `Mail programs take <${tag.name}> out, and spam filters mind it.` })
    report(verdictsOn(featuresOfTag(tag)), 'unsupported_element', tag)
    reportUntested(untestedElement(tag.name), 'unsupported_element', tag)
    for (const address of imageAddresses(tag)) report(verdictsOn(featuresOfImage(address)), 'unsupported_image', tag)
    for (const { declarations } of inline.get(tag.start)?.rules ?? []) reportAll(declarations)
  }
  for (const { rules, atRules } of sheets) {
    for (const rule of rules) {
      if (rule.selector !== '') {
        report(ofSelector(rule), 'unsupported_selector', rule)
        reportUntested(untestedSelector(rule.selector), 'unsupported_selector', rule)
      }
      reportAll(rule.declarations)
    }
    for (const atRule of atRules) {
      report(verdictsOn(featuresOfAtRule(atRule.name, atRule.prelude)), 'unsupported_style', atRule)
      reportUntested(untestedAtRule(atRule.name), 'unsupported_style', atRule)
    }
  }
})
