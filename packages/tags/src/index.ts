/** The tag language that Word and e-mail templates share: parsed, checked against data, evaluated, never run as code. */
export { checkData, DataCheck, type DataFault, type DataReport } from './fill/check-data.ts'
export { chooseDelimiters, type ChosenDelimiters, outside, refuseDelimiters } from './template/choose-delimiters.ts'
export { checkSchema, type SchemaFault } from './check/check-schema.ts'
export { colorOf } from './data/color.ts'
export { conflictFindings, dataFindings, gravest, type Locate, maxFindings } from './check/data-findings.ts'
export { evaluate, type EvaluationContext, type Outcome, type TextOutcome, textOutcome } from './fill/evaluate.ts'
export { excerptOf, paragraphLocation } from './template/excerpt.ts'
export type { ParsedExpression } from './syntax/expression-grammar.ts'
export type {
  Expression,
  ItemExpression,
  LiteralExpression,
  PathExpression,
  PipeExpression,
} from './syntax/expression.ts'
export { withParts } from './syntax/expression.ts'
export { maxDepth, maxTagLength, type TagFault } from './syntax/fault.ts'
export { checkExpression } from './template/check-expression.ts'
export {
  dataIncomplete,
  dataViolations,
  fillTemplate,
  renderTemplate,
  standIn,
  stoppingFaults,
} from './fill/fill-template.ts'
export { fillText } from './fill/fill-text.ts'
export { foreignSigns } from './template/foreign-signs.ts'
export { wordsOfText } from './template/names-in-text.ts'
export { statementHere } from './template/statement-in-text.ts'
export { writtenRight } from './template/written-right.ts'
export type { SignedText } from './template/signed-text.ts'
export type { FormatContext, Formatter } from './formatters/formatter.ts'
export { plainDatePicture } from './formatters/local-date-picture.ts'
export { findFormatter, formatters } from './formatters/registry.ts'
export { inferSchema } from './schema/infer-schema.ts'
export { isCodeLike, isGuid, isHardlyText, isLiteral, meantCodes, notTag } from './template/literal-braces.ts'
export { namesIn, settleNames } from './check/settle-names.ts'
export { withNamesOfData } from './check/names-beside-data.ts'
export { mapPaths } from './data/map-paths.ts'
export { policyFor } from './fill/missing-policy.ts'
export { conflictingUses } from './template/conflicting-uses.ts'
export { oddTagFindings } from './template/odd-tags.ts'
export { PlainPath } from './data/plain-path.ts'
export { nearNameFindings, nearNames } from './check/near-names.ts'
export { type FaultyOpening, type NestingFault, nestTags, type PlacedTag } from './template/nest-tags.ts'
export { filledAddress } from './data/filled-address.ts'
export { partsOf } from './syntax/expression.ts'
export { parseExpression } from './syntax/parse-expression.ts'
export { parseTemplate, type TemplateFault, type TextPlace, type TextTemplate } from './template/parse-template.ts'
export { formattersOf, mainPath, pathsOf } from './data/reads.ts'
export { ReadPaths } from './data/read-paths.ts'
export { refuseFaults } from './check/refuse-faults.ts'
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
} from './data/rich-value.ts'
export { sampleData } from './schema/sample-data.ts'
export { requestFindings } from './check/request-findings.ts'
export { schemaSeverities } from './check/schema-findings.ts'
export { tagCounts } from './template/tag-counts.ts'
export { type Delimiters, doubleBraces, type RawTag, scanText, singleBraces } from './template/scan-text.ts'
export { countSteps, recordNumber, recordPlace, rootScope, type Scope, type Steps } from './data/scope.ts'
export { readsOutside } from './template/section-kind.ts'
export { turnsOf } from './fill/sections.ts'
export { translationFindings } from './check/untranslated.ts'
export { tagParser } from './template/tag-parser.ts'
export { type ParsedTag, parseTag, type RepeatedElement, sectionName, type Tag } from './template/tag.ts'
export { tagNodes } from './template/tag-nodes.ts'
export type { LiteralNode, SectionNode, TemplateNode, ValueKind, ValueNode } from './template/template-node.ts'
export { textAtTags } from './template/text-at-tags.ts'
export { typographicQuotes } from './template/typographic-quotes.ts'
export { type ValueOutcome, valueOutcome } from './fill/value-outcome.ts'
