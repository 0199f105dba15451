import type { EmailContent } from '@chancery/core'
import { parseTemplate, type ParsedField } from '../parse/parse-template.ts'
import { sourceField } from '../parse/source-field.ts'
import type { AdviceCode } from './advice.ts'
import type { Rule, Tell } from './rule.ts'
import { accessibility } from './rules/accessibility.ts'
import { attributeGrammars } from './rules/attribute-grammars.ts'
import { characters } from './rules/characters.ts'
import { clientCompatibility } from './rules/client-compatibility.ts'
import { css } from './rules/css.ts'
import { cssOverrides } from './rules/css-overrides.ts'
import { cssSheets } from './rules/css-sheets.ts'
import { emptyElements } from './rules/empty-elements.ts'
import { escapedWords } from './rules/escaped-twice.ts'
import { foreignTags } from './rules/foreign-tags.ts'
import { htmlAttributeNames } from './rules/html-attribute-names.ts'
import { htmlAttributes } from './rules/html-attributes.ts'
import { htmlSyntax } from './rules/html-syntax.ts'
import { images } from './rules/images.ts'
import { linkAddresses, linkTexts } from './rules/links.ts'
import { punctuation } from './rules/punctuation.ts'
import { secretsInTemplate } from './rules/secrets.ts'
import { strayBraces } from './rules/stray-braces.ts'
import { wording } from './rules/wording.ts'

/** The partials of a template that are pieces of html, each read by itself. */
export const htmlPieces = ({ partials = {} }: EmailContent): readonly ParsedField[] =>
  Object.entries(partials)
    .filter(([, source]) => /<\/?[a-z][a-z\d]{0,20}[\s>/]/i.test(source))
    .map(([name, source]) => parseTemplate(sourceField(`partials/${name}`, source), {}, true))

/**
 * Rules that look at a piece of an e-mail without what stands around it: what is behind its words and what its tags
 * read is known only where it is put in.
 */
export const pieceRules: readonly Rule[] = [
  strayBraces,
  foreignTags,
  htmlAttributes,
  htmlAttributeNames,
  attributeGrammars,
  css,
  cssSheets,
  cssOverrides,
  images,
  characters,
  secretsInTemplate,
  wording,
  punctuation,
  clientCompatibility,
  htmlSyntax,
  linkAddresses,
  linkTexts,
  accessibility,
  emptyElements,
  escapedWords,
]

/** What such a rule takes for wrong, and may be right with what stands around the piece. */
const ofWhole: ReadonlySet<AdviceCode> = new Set([
  'missing_anchor',
  'missing_reference',
  'link_like_text',
  'unlabelled_field',
  'style_in_body',
  'empty_element',
])

export const ofPieces =
  (tell: Tell): Tell =>
  (code, ...rest) => {
    if (!ofWhole.has(code)) tell(code, ...rest)
  }
