export { createRuleIdentifier, type RuleIdentifierSettings } from './rules/rule-identifier.ts'
