import type { HtmlPage, PageElement } from './html-page.ts'
import type { HtmlToken } from '../parse/html-tokens.ts'
import { valueRange } from '../parse/html-tokens.ts'
import { byDeclaration } from './by-declaration.ts'
import { type Declaration, readCss, Meanings, type StyleSheet } from './read-css.ts'

/** A style sheet of the page, with where its element begins. */
export interface PageSheet extends StyleSheet {
  readonly text: string
  readonly start: number
}

/** The `style` attribute of a start tag, by the offset of the tag. */
export type InlineStyles = ReadonlyMap<number, StyleSheet>

const entity = /&(?:quot|apos|amp|#3[49]);/g

/** `style` elements in a comment that Outlook alone reads; one that is left open goes to its end. */
const inComment = /(?<=<style\b[^<>]{0,500}>)[^<]*(?:<(?!\/style)[^<]*)*/gi

export interface PageStyles {
  /** Of the `style` elements. */
  readonly sheets: readonly PageSheet[]
  /** Of those in conditional comments. */
  readonly ofOutlook: readonly PageSheet[]
  readonly inline: InlineStyles
}

/** Reads the `style` attributes of tags and the `style` elements. */
export function readStyles(source: string, tokens: readonly HtmlToken[]): PageStyles {
  const sheets: PageSheet[] = []
  const ofOutlook: PageSheet[] = []
  const inline = new Map<number, StyleSheet>()
  const known = new Meanings()
  for (const token of tokens) {
    if (token.kind === 'text' && token.element === 'style') {
      const text = source.slice(token.start, token.end)
      sheets.push({ ...readCss(text, token.start, known), text, start: token.start })
    } else if (token.kind === 'comment' && /^\s*\[if\b/i.test(token.text)) {
      for (const { 0: text, index } of source.slice(token.start, token.end).matchAll(inComment)) {
        const start = token.start + index
        ofOutlook.push({ ...readCss(text, start, known), text, start })
      }
    } else if (token.kind === 'start') {
      const style = token.attributes.get('style')
      if (style === undefined) continue
      const [start, end] = valueRange(source, style)
      const text = source
        .slice(start, end)
        .replace(entity, (found) => (found.includes('amp') ? '&' : '"').padEnd(found.length))
      inline.set(token.start, readCss(text, start, known, true))
    }
  }
  return { sheets, ofOutlook, inline }
}

/** One element of a selector: `td.cell#total`. */
interface Compound {
  readonly name: string
  readonly id: string
  readonly classes: readonly string[]
}

/** A declaration as the cascade weighs it. */
interface Said {
  readonly name: string
  /** In small letters, without `!important`. */
  readonly value: string
  readonly weight: number
}

interface StyleRule {
  /** Outermost first. */
  readonly path: readonly Compound[]
  /** The last of them: the element that is styled. */
  readonly styled: Compound
  readonly said: readonly Said[]
}

function said({ name, value }: Pick<Declaration, 'name' | 'value'>, weight: number): Said {
  const important = /!\s*important\s*$/i.exec(value)
  return {
    name,
    value: (important === null ? value : value.slice(0, important.index)).trim().toLowerCase(),
    weight: weight + (important === null ? 0 : 10_000_000),
  }
}

/** Selectors that are looked at, and comparisons of them with elements. */
const limits = { rules: 400, compounds: 6, steps: 2_000_000 }

const compoundOf = (text: string): Compound | undefined => {
  if (!/^(?:\*|[\w-]+)?(?:[.#][\w-]+)*$/.test(text)) return undefined
  return {
    name: (/^[\w-]+/.exec(text)?.[0] ?? '').toLowerCase(),
    id: /#([\w-]+)/.exec(text)?.[1] ?? '',
    classes: Array.from(text.matchAll(/\.([\w-]+)/g), ([, name = '']) => name),
  }
}

/** Names of style that the cascade is asked for. */
const wanted = new Set(
  'color background background-color background-image display visibility opacity font-size font font-weight text-indent height max-height width overflow mso-hide direction position left right top bottom margin-left margin-top clip clip-path'.split(
    ' ',
  ),
)

/** Rules that hold always: outside of at-rules, without pseudo-classes and the like; nothing where there are too many. */
function rulesOf(sheets: readonly PageSheet[]): readonly StyleRule[] | undefined {
  const rules: StyleRule[] = []
  for (const { selector, within, isNested, declarations } of sheets.flatMap((sheet) => sheet.rules)) {
    if (selector === '' || within.length > 0 || isNested || selector.length > 500) continue
    const told = declarations.filter(({ name }) => wanted.has(name))
    if (told.length === 0) continue
    for (const each of selector.split(',')) {
      const words = each.replaceAll('>', ' ').trim().split(/\s+/)
      const path = words.map(compoundOf)
      const styled = path.at(-1)
      if (styled === undefined || words.length > limits.compounds || !path.every((compound) => compound !== undefined))
        continue
      const weight = path.reduce(
        (sum, { id, classes, name }) => sum + (id === '' ? 0 : 10_000) + classes.length * 100 + (name === '' ? 0 : 1),
        0,
      )
      if (rules.length === limits.rules) return undefined
      rules.push({ path, styled, said: told.map((declaration) => said(declaration, weight)) })
    }
  }
  return rules
}

/** Rules by what the styled element must have, so that each element is compared with few. */
class RuleIndex {
  readonly #rules: readonly StyleRule[]
  readonly #byKey = new Map<string, number[]>()
  /** By name, id and classes of an element: most of a page are like others. */
  readonly #byLikeness = new Map<string, readonly StyleRule[]>()

  constructor(rules: readonly StyleRule[]) {
    this.#rules = rules
    rules.forEach(({ styled: { name, id, classes } }, index) => {
      const key = id !== '' ? `#${id}` : classes[0] === undefined ? name : `.${classes[0]}`
      const known = this.#byKey.get(key)
      if (known === undefined) this.#byKey.set(key, [index])
      else known.push(index)
    })
  }

  /** Those that may style an element, in the order of the sheets. */
  for({ tag }: PageElement, classes: readonly string[]): readonly StyleRule[] {
    const id = tag.attributes.get('id')?.value ?? ''
    const like = `${tag.name} ${id} ${classes.join(' ')}`
    const known = this.#byLikeness.get(like)
    if (known !== undefined) return known
    const keys = ['', tag.name, ...(id === '' ? [] : [`#${id}`]), ...classes.map((name) => `.${name}`)]
    const found = keys.flatMap((key) => this.#byKey.get(key) ?? []).sort((a, b) => a - b)
    const rules = found.flatMap((index) => this.#rules[index] ?? [])
    this.#byLikeness.set(like, rules)
    return rules
  }
}

const classesOf = ({ tag }: PageElement): readonly string[] => {
  const names = tag.attributes.get('class')?.value.trim() ?? ''
  return names === '' ? [] : [...new Set(names.split(/\s+/))]
}

export type ElementStyle = ReadonlyMap<string, string>
const unstyled: ElementStyle = new Map()

/**
 * What is said of the look of each element: by style sheets as far as they hold always, and by its own `style`. Nothing where
 * they have more selectors, or would take more steps, than are gone: with some of them alone, it would be guessed.
 */
export function elementStyles(page: HtmlPage, { sheets, inline }: PageStyles): readonly ElementStyle[] | undefined {
  const rules = rulesOf(sheets)
  if (rules === undefined) return undefined
  let steps = 0
  const classes = page.elements.map(classesOf)
  const fits = (compound: Compound, { tag }: PageElement, index: number): boolean => {
    steps += 1
    if (compound.name !== '' && compound.name !== tag.name) return false
    if (compound.id !== '' && tag.attributes.get('id')?.value !== compound.id) return false
    return compound.classes.every((name) => classes[index]?.includes(name))
  }
  const matches = ({ path, styled }: StyleRule, element: PageElement, index: number): boolean => {
    if (!fits(styled, element, index)) return false
    let around = element.parent
    for (let at = path.length - 2; at >= 0;) {
      const compound = path[at]
      const outer = page.elements[around]
      if (outer === undefined || compound === undefined) return false
      if (fits(compound, outer, around)) at -= 1
      around = outer.parent
    }
    return true
  }
  const ruleIndex = new RuleIndex(rules)
  const ownSaid = byDeclaration((name, value) => said({ name, value }, 1_000_000))
  const styles: ElementStyle[] = []
  for (const [index, element] of page.elements.entries()) {
    const found: Said[] = []
    for (const rule of ruleIndex.for(element, classes[index] ?? [])) {
      if (matches(rule, element, index)) for (const each of rule.said) found.push(each)
      if (steps > limits.steps) return undefined
    }
    for (const rule of inline.get(element.tag.start)?.rules ?? [])
      for (const declaration of rule.declarations) found.push(ownSaid(declaration))
    found.sort((a, b) => a.weight - b.weight)
    styles.push(found.length === 0 ? unstyled : new Map(found.map(({ name, value }) => [name, value])))
  }
  return styles
}
