import type { Variable } from './template.ts'

/** A proposal for a name: its words, and how much it is worth. */
export interface NameVote {
  readonly words: readonly string[]
  readonly worth: number
}

export class NameVotes {
  readonly #votes = new Map<Variable, NameVote[]>()

  add(variable: Variable, words: readonly string[], worth: number): void {
    if (words.length === 0) return
    const known = this.#votes.get(variable)
    if (known === undefined) this.#votes.set(variable, [{ words, worth }])
    else known.push({ words, worth })
  }

  of(variable: Variable): readonly NameVote[] {
    return this.#votes.get(variable) ?? []
  }
}
