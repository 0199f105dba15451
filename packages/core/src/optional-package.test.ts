import { expect, it } from 'vitest'
import { optionalPackage } from './optional-package.ts'

const absent = 'chancery-package-that-is-nowhere'

it('gives what is installed', async () => {
  expect(await optionalPackage('zod', 'To check', () => import('zod'))).toHaveProperty('string')
})

it('says what to install', async () => {
  await expect(optionalPackage(absent, 'To dance', () => import(absent))).rejects.toMatchObject({
    code: 'unsupported_option',
    message: `To dance, install what it needs: \`npm install ${absent}\`.`,
    details: { install: [absent] },
  })
})

it('leaves other faults as they are', async () => {
  await expect(optionalPackage('zod', 'To check', () => import(absent))).rejects.toMatchObject({
    code: 'ERR_MODULE_NOT_FOUND',
  })
  await expect(optionalPackage('zod', 'To check', () => Promise.reject(new TypeError('x')))).rejects.toThrow(TypeError)
})
