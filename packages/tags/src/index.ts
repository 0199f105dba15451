/** The tag language that Word and e-mail templates share: parsed, checked against data, evaluated, never run as code. */
export { checkData, DataCheck, type DataFault, type DataReport } from './check-data.ts'
export { chooseDelimiters, type ChosenDelimiters, outside, refuseDelimiters } from './choose-delimiters.ts'
export { checkSchema, type SchemaFault } from './check-schema.ts'
export { colorOf } from './color.ts'
export { conflictFindings, dataFindings, gravest, type Locate, maxFindings } from './data-findings.ts'
export { evaluate, type EvaluationContext, type Outcome, type TextOutcome, textOutcome } from './evaluate.ts'
export { excerptOf, paragraphLocation } from './excerpt.ts'
export type { ParsedExpression } from './expression-grammar.ts'
export type { Expression, ItemExpression, LiteralExpression, PathExpression, PipeExpression } from './expression.ts'
export { withParts } from './expression.ts'
export { maxDepth, maxTagLength, type TagFault } from './fault.ts'
export { checkExpression } from './check-expression.ts'
export {
  dataIncomplete,
  dataViolations,
  fillTemplate,
  renderTemplate,
  standIn,
  stoppingFaults,
} from './fill-template.ts'
export { fillText } from './fill-text.ts'
export { foreignSigns, type SignedText } from './foreign-signs.ts'
export type { FormatContext, Formatter } from './formatters/formatter.ts'
export { findFormatter, formatters } from './formatters/registry.ts'
export { inferSchema } from './infer-schema.ts'
export { isCodeLike, isGuid, isHardlyText, isLiteral, meantCodes, notTag } from './literal-braces.ts'
export { namesIn, settleNames } from './settle-names.ts'
export { mapPaths } from './map-paths.ts'
export { policyFor } from './missing-policy.ts'
export { conflictingUses, oddTagFindings } from './odd-tags.ts'
export { PlainPath } from './plain-path.ts'
export { nearNameFindings, nearNames } from './near-names.ts'
export { type NestingFault, nestTags, type PlacedTag } from './nest-tags.ts'
export { parseExpression } from './parse-expression.ts'
export { parseTemplate, type TemplateFault, type TextPlace, type TextTemplate } from './parse-template.ts'
export { formattersOf, mainPath, pathsOf } from './reads.ts'
export { ReadPaths } from './read-paths.ts'
export { refuseFaults } from './refuse-faults.ts'
export {
  type BarcodeKind,
  areaCodes,
  type BarcodeValue,
  type ChartValue,
  type ContentSource,
  type DocumentValue,
  type HtmlValue,
  type ImageFit,
  type ImageValue,
  type Length,
  type LinkValue,
  type MarkdownValue,
  type NoteValue,
  type PageBreakValue,
  type QrValue,
  type RichValue,
  type StyledValue,
  type TableCell,
  type TableValue,
  type WatermarkValue,
  type XmlValue,
} from './rich-value.ts'
export { sampleData } from './sample-data.ts'
export { requestFindings } from './request-findings.ts'
export { schemaSeverities } from './schema-findings.ts'
export { tagCounts } from './tag-counts.ts'
export { type Delimiters, doubleBraces, type RawTag, scanText, singleBraces } from './scan-text.ts'
export { countSteps, recordNumber, recordPlace, rootScope, type Scope, type Steps } from './scope.ts'
export { readsOutside } from './section-kind.ts'
export { turnsOf } from './sections.ts'
export { translationFindings } from './untranslated.ts'
export { type ParsedTag, parseTag, type RepeatedElement, sectionName, type Tag } from './tag.ts'
export { tagNodes } from './tag-nodes.ts'
export type { LiteralNode, SectionNode, TemplateNode, ValueKind, ValueNode } from './template-node.ts'
export { typographicQuotes } from './typographic-quotes.ts'
export { type ValueOutcome, valueOutcome } from './value-outcome.ts'
