/** Where a text is no JSON: line and column from 1, or at its end. */
export type JsonFault = { readonly line: number; readonly column: number } | 'end'

const space = /[ \t\n\r]*/y
const literal = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const plain = /[^"\\\u0000-\u001f]*/y // oxlint-disable-line no-control-regex
const escape = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y

/** The first place at which a text that `JSON.parse` refuses is no JSON. In one pass, without recursion. */
export function jsonFault(text: string): JsonFault {
  const at = faultyIndex(text)
  if (at >= text.length) return 'end'
  // Counted one by one: a list of tens of millions of breaks would cost ten times the text.
  let [line, lineStart] = [1, 0]
  for (let index = 0; index < at; index++) {
    const code = text.charCodeAt(index)
    if (code !== 0x0a && (code !== 0x0d || text.charCodeAt(index + 1) === 0x0a)) continue
    line++
    lineStart = index + 1
  }
  return { line, column: at - lineStart + 1 }
}

function faultyIndex(text: string): number {
  const closers: ('}' | ']')[] = []
  let at = behind(space, text, 0)
  for (;;) {
    // At the start of a value.
    const opening = text[at]
    if (opening === '{' || opening === '[') {
      const closer = opening === '{' ? '}' : ']'
      const inside = behind(space, text, at + 1)
      if (text[inside] !== closer) {
        closers.push(closer)
        at = inside
        if (closer === '}') {
          const key = keyEnd(text, at)
          if (key.isFault) return key.at
          at = key.at
        }
        continue
      }
      at = inside + 1
    } else {
      const value = opening === '"' ? stringEnd(text, at) : literalEnd(text, at)
      if (value.isFault) return value.at
      at = value.at
    }
    // Behind a value: what ends here is closed, then comes the next.
    for (
      at = behind(space, text, at);
      closers.length > 0 && text[at] === closers.at(-1);
      at = behind(space, text, at + 1)
    )
      closers.pop()
    if (closers.length === 0 || text[at] !== ',') return at
    at = behind(space, text, at + 1)
    if (closers.at(-1) === '}') {
      const key = keyEnd(text, at)
      if (key.isFault) return key.at
      at = key.at
    }
  }
}

/** Behind what was read, or where it is at fault. */
interface Place {
  readonly at: number
  readonly isFault: boolean
}

/** Behind a key and its colon. */
function keyEnd(text: string, start: number): Place {
  if (text[start] !== '"') return { at: start, isFault: true }
  const key = stringEnd(text, start)
  if (key.isFault) return key
  const colon = behind(space, text, key.at)
  return text[colon] === ':' ? { at: behind(space, text, colon + 1), isFault: false } : { at: colon, isFault: true }
}

function stringEnd(text: string, start: number): Place {
  for (let at = start + 1; ;) {
    at = behind(plain, text, at)
    if (text[at] === '"') return { at: at + 1, isFault: false }
    const next = behind(escape, text, at)
    if (next === at) return { at, isFault: true }
    at = next
  }
}

function literalEnd(text: string, start: number): Place {
  const at = behind(literal, text, start)
  return { at, isFault: at === start }
}

/** Behind what a sticky pattern matches at a place; the place itself where it matches nothing. */
function behind(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
