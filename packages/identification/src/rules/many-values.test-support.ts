/** Texts with as much of one thing as is searched, and no more. */
import type { WantedField } from '@chancery/core'

/** 1,500,000 characters. */
export const fullText = (): string => 'no fact in here\n'.repeat(93_750)

/** 75,000 numbers. */
export const allNumbers = (): string => '12 34 56\n'.repeat(25_000)

/** 20,000 labels of `ref`, without a value. */
export const allLabels = (): string => 'Ref:\n'.repeat(20_000)

export const ref: WantedField = { name: 'ref', type: 'text', labels: ['Ref'] }
