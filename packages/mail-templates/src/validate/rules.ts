import type { Rule } from './rule.ts'
import { accessibility } from './rules/accessibility.ts'
import { aria } from './rules/aria.ts'
import { attributeGrammars } from './rules/attribute-grammars.ts'
import { besideValues } from './rules/beside-values.ts'
import { characters } from './rules/characters.ts'
import { clientCompatibility } from './rules/client-compatibility.ts'
import { conditionalComments } from './rules/conditional-comments.ts'
import { css } from './rules/css.ts'
import { cssOverrides } from './rules/css-overrides.ts'
import { cssSheets } from './rules/css-sheets.ts'
import { emptyElements } from './rules/empty-elements.ts'
import { escapedWords } from './rules/escaped-twice.ts'
import { foreignTags } from './rules/foreign-tags.ts'
import { headings } from './rules/headings.ts'
import { hiddenText } from './rules/hidden-text.ts'
import { htmlAttributes } from './rules/html-attributes.ts'
import { htmlAttributeNames } from './rules/html-attribute-names.ts'
import { htmlContent, misplacedTexts } from './rules/html-content.ts'
import { htmlDocument } from './rules/html-document.ts'
import { htmlNesting } from './rules/html-nesting.ts'
import { htmlSyntax } from './rules/html-syntax.ts'
import { idleTags } from './rules/idle-tags.ts'
import { images } from './rules/images.ts'
import { linkAddresses, linkTexts, missingLinks } from './rules/links.ts'
import { mailLayout } from './rules/mail-layout.ts'
import { mediaQueries } from './rules/media-queries.ts'
import { nearHosts } from './rules/near-hosts.ts'
import { nearClasses } from './rules/near-classes.ts'
import { names } from './rules/names.ts'
import { namesInText } from './rules/names-in-text.ts'
import { pageLanguage } from './rules/page-language.ts'
import { partFacts } from './rules/part-facts.ts'
import { parts } from './rules/parts.ts'
import { brackets, punctuation } from './rules/punctuation.ts'
import { readability } from './rules/readability.ts'
import { references } from './rules/references.ts'
import { loopNames } from './rules/loop-names.ts'
import { sameLinks } from './rules/same-links.ts'
import { secretsInTemplate } from './rules/secrets.ts'
import { darkMode } from './rules/dark-mode.ts'
import { tableGrid } from './rules/table-grid.ts'
import { emptySections, sectionsAndElements } from './rules/sections.ts'
import { linkCount, size, tableDepth } from './rules/size.ts'
import { sender } from './rules/sender.ts'
import { strayBraces } from './rules/stray-braces.ts'
import { subject } from './rules/subject.ts'
import { textLinks } from './rules/text-links.ts'
import { valuePlaces } from './rules/value-places.ts'
import { valueShapes } from './rules/value-shapes.ts'
import { wording } from './rules/wording.ts'

/** Every rule beside what makes a template impossible to fill, but those of the tree. */
export const rules: readonly Rule[] = [
  subject,
  sender,
  parts,
  partFacts,
  names,
  loopNames,
  valueShapes,
  valuePlaces,
  namesInText,
  besideValues,
  strayBraces,
  foreignTags,
  emptySections,
  idleTags,
  htmlAttributes,
  htmlAttributeNames,
  attributeGrammars,
  nearClasses,
  nearHosts,
  sectionsAndElements,
  conditionalComments,
  css,
  cssSheets,
  cssOverrides,
  mediaQueries,
  darkMode,
  images,
  references,
  characters,
  secretsInTemplate,
  wording,
  punctuation,
  brackets,
  pageLanguage,
  mailLayout,
  clientCompatibility,
  size,
  linkCount,
  textLinks,
]

/** Rules that look at the tree of the html, so on each way through its conditions. */
export const treeRules: readonly Rule[] = [
  htmlSyntax,
  htmlNesting,
  htmlContent,
  misplacedTexts,
  htmlDocument,
  linkAddresses,
  linkTexts,
  missingLinks,
  sameLinks,
  accessibility,
  aria,
  headings,
  readability,
  hiddenText,
  tableDepth,
  tableGrid,
  emptyElements,
  escapedWords,
]

/** Those that look at its texts too, so on ways with other words in the same tree. */
export const textRules: readonly Rule[] = [
  misplacedTexts,
  htmlDocument,
  linkTexts,
  sameLinks,
  accessibility,
  headings,
  readability,
  hiddenText,
  escapedWords,
]
