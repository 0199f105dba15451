import { createRequire } from 'node:module'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Language, type Node, Parser } from 'web-tree-sitter'

/** A value as it is written. */
export interface Expression {
  readonly text: string
  /** What it names, without what stands only inside it (`each`, names of a `for`): `var.name`, `module.settings.secrets`. */
  readonly references: readonly string[]
  /** The text of a plain string or number, the word of a plain `true`, `false` or `null`. */
  readonly literal?: string
  /** The entries of an object that is written out, by their keys. */
  readonly entries?: ReadonlyMap<string, Expression>
}

/** A block: `resource "a" "b" { … }`; a `dynamic` one stands as the block that it makes. */
export interface Block {
  readonly type: string
  readonly labels: readonly string[]
  readonly attributes: ReadonlyMap<string, Expression>
  readonly blocks: readonly Block[]
  /** What decides how many of it there are. */
  readonly forEach?: Expression
}

await Parser.init()
const grammar = createRequire(import.meta.url).resolve(
  '@tree-sitter-grammars/tree-sitter-hcl/tree-sitter-terraform.wasm',
)
const parser = new Parser().setLanguage(await Language.load(grammar))

/**
 * The blocks of a text in Terraform's language.
 * @throws SyntaxError with the first line that is not of it
 */
export function blocksOf(text: string): Block[] {
  const tree = parser.parse(text)
  if (tree === null) throw new Error('The parser was stopped.')
  const { rootNode } = tree
  if (rootNode.hasError) throw new SyntaxError(`line ${firstError(rootNode).startPosition.row + 1} is not HCL`)
  const body = childOf(rootNode, 'body')
  return body === undefined ? [] : bodyOf(body, []).blocks.slice()
}

/** The blocks of all files of a folder. */
export const blocksIn = (folder: string): Block[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.tf'))
    .flatMap((name) => blocksOf(readFileSync(join(folder, name), 'utf8')))

function firstError(node: Node): Node {
  const inner = childrenOf(node).find((child) => child.hasError)
  return node.isError || node.isMissing || inner === undefined ? node : firstError(inner)
}

const childrenOf = (node: Node): Node[] => node.children.filter((child) => child !== null)

const childOf = (node: Node, type: string): Node | undefined => childrenOf(node).find((child) => child.type === type)

type Body = Pick<Block, 'attributes' | 'blocks'>

function bodyOf(body: Node, inner: readonly string[]): Body {
  const attributes = new Map<string, Expression>()
  const blocks: Block[] = []
  for (const child of childrenOf(body)) {
    if (child.type === 'block') blocks.push(blockOf(child, inner))
    if (child.type !== 'attribute') continue
    const name = childOf(child, 'identifier')?.text ?? ''
    const value = childOf(child, 'expression')
    if (attributes.has(name)) throw new SyntaxError(`line ${child.startPosition.row + 1}: ${name} is there twice`)
    if (value !== undefined) attributes.set(name, expressionOf(value, inner))
  }
  return { attributes, blocks }
}

const nothing: Body = { attributes: new Map(), blocks: [] }

function blockOf(node: Node, inner: readonly string[]): Block {
  const [type = '', ...labels] = childrenOf(node)
    .filter((child) => child.type === 'identifier' || child.type === 'string_lit')
    .map((child) => unquoted(child.text))
  const body = childOf(node, 'body')
  const [made = ''] = labels
  const names = type === 'dynamic' ? [...inner, made] : inner
  const read = body === undefined ? nothing : bodyOf(body, names)
  if (type !== 'dynamic') return { type, labels, ...read }
  const content = read.blocks.find((block) => block.type === 'content')
  const forEach = read.attributes.get('for_each')
  return { ...(content ?? nothing), type: made, labels: [], ...(forEach === undefined ? {} : { forEach }) }
}

const unquoted = (text: string): string => text.replace(/^"([^]*)"$/, '$1')

function expressionOf(node: Node, inner: readonly string[]): Expression {
  const literal = literalOf(node)
  const entries = entriesOf(node, inner)
  return {
    text: node.text,
    references: referencesOf(node, inner),
    ...(literal === undefined ? {} : { literal }),
    ...(entries === undefined ? {} : { entries }),
  }
}

function literalOf(node: Node): string | undefined {
  const [only] = childrenOf(node)
  if (only?.type !== 'literal_value') return undefined
  return unquoted(only.text)
}

function entriesOf(node: Node, inner: readonly string[]): ReadonlyMap<string, Expression> | undefined {
  const collection = childOf(node, 'collection_value')
  const object = collection === undefined ? undefined : childOf(collection, 'object')
  if (object === undefined) return undefined
  return new Map(
    childrenOf(object)
      .filter((child) => child.type === 'object_elem')
      .map((element) => {
        const [key, value] = [element.childForFieldName('key'), element.childForFieldName('val')]
        if (key === null || value === null) throw new SyntaxError(`${element.text} is no entry`)
        return [unquoted(key.text), expressionOf(value, inner)]
      }),
  )
}

/** What is there without being declared. */
const builtIn = new Set(['each', 'count', 'path', 'self', 'terraform'])

/** Words that types are made of: `type = list(string)`. */
const typeWords = new Set(['string', 'number', 'bool', 'any'])

function referencesOf(node: Node, inner: readonly string[]): string[] {
  const found: string[] = []
  const visit = (at: Node, names: readonly string[]): void => {
    const loop = at.type.startsWith('for_') ? childOf(at, 'for_intro') : undefined
    const own = loop === undefined ? [] : childrenOf(loop).filter(({ type }) => type === 'identifier')
    const known = [...names, ...own.map(({ text }) => text)]
    if (at.type === 'variable_expr' && !isKey(at)) {
      const path = [at.text, ...attributesAfter(at)]
      const [first = ''] = path
      if (!known.includes(first) && !builtIn.has(first) && !typeWords.has(first)) found.push(path.join('.'))
    }
    for (const child of childrenOf(at)) visit(child, known)
  }
  visit(node, inner)
  return found
}

/** A bare word before `=` in an object is its own name. */
function isKey(node: Node): boolean {
  const { parent } = node
  const above = parent?.parent
  return above?.type === 'object_elem' && above.childForFieldName('key')?.id === parent?.id && parent?.childCount === 1
}

/** `.a.b` behind a name, up to what is not a plain attribute. */
function attributesAfter(node: Node): string[] {
  const path: string[] = []
  for (let next = node.nextSibling; next?.type === 'get_attr'; next = next.nextSibling)
    path.push(childOf(next, 'identifier')?.text ?? '')
  return path
}
