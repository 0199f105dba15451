import { filledSamples } from './filled-samples.test-support.ts'

// More samples than `induce-document.test.ts` has.
filledSamples([3, 5, 10])
