import * as z from 'zod'
import { httpAddress } from './setting-values.ts'

const versions = (what: string, how: string) =>
  z
    .enum(['on', 'off'])
    .default('off')
    .describe(`Whether ${what} keeps older versions (${how}), so that they can be read.`)

const endpoint = (what: string) =>
  httpAddress
    .optional()
    .describe(`Another address ${what}. Whether conditions hold there is tried before the first write.`)

/** A secret of one word. */
const secret = (what: string) =>
  z
    .string()
    .regex(/^[!-~]+$/, 'Must be one word.')
    .optional()
    .describe(`${what}: a secret.`)

/** What the stores in a cloud are told; part of the configuration. */
export const cloudStoreSettings = {
  CHANCERY_GCS_BUCKET: z.string().min(3).optional().describe('Bucket of the gcs store.'),
  CHANCERY_GCS_PREFIX: z.string().optional().describe('Folder inside the bucket.'),
  CHANCERY_GCS_VERSIONS: versions('the bucket', 'object versioning'),
  CHANCERY_GCS_ENDPOINT: endpoint('of the storage API, for tests'),

  CHANCERY_S3_BUCKET: z.string().min(3).optional().describe('Bucket of the s3 store.'),
  CHANCERY_S3_PREFIX: z.string().optional().describe('Folder inside the bucket.'),
  CHANCERY_S3_REGION: z.string().min(1).optional().describe('Its region: eu-central-1. With an endpoint: us-east-1.'),
  CHANCERY_S3_ENDPOINT: endpoint('than that of AWS, which speaks S3 (MinIO, Ceph, R2)'),
  CHANCERY_S3_PATH_STYLE: z
    .enum(['on', 'off'])
    .optional()
    .describe('Whether the bucket stands in the path of addresses, not in the host. Absent: with an endpoint.'),
  CHANCERY_S3_ACCESS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Access key of the s3 store; absent: the AWS SDK looks in its own environment, in files, and for a role.',
    ),
  CHANCERY_S3_SECRET_ACCESS_KEY: secret('What belongs to it'),
  CHANCERY_S3_VERSIONS: versions('the bucket', 'versioning'),

  CHANCERY_AZURE_CONTAINER: z.string().min(3).optional().describe('Container of the azure store.'),
  CHANCERY_AZURE_PREFIX: z.string().optional().describe('Folder inside the container.'),
  CHANCERY_AZURE_CONNECTION_STRING: z
    .string()
    .regex(/=/, 'Must be a connection string, as the Azure portal shows it.')
    .optional()
    .describe('Connection string of the storage account, with its key or a shared access signature: a secret.'),
  CHANCERY_AZURE_ACCOUNT: z.string().min(3).optional().describe('Instead of it: name of the storage account.'),
  CHANCERY_AZURE_KEY: secret('Key of the account'),
  CHANCERY_AZURE_ENDPOINT: endpoint('of the account, with what comes before the container'),
  CHANCERY_AZURE_VERSIONS: versions('the account', 'blob versioning'),
}

type CloudStoreSettings = z.output<z.ZodObject<typeof cloudStoreSettings>>
type Name = keyof CloudStoreSettings

/** What a chosen store needs, each with whether it does, the setting that is missing then, and why where that is not plain. */
export const neededByStores = (
  stores: readonly string[],
  settings: CloudStoreSettings,
): readonly (readonly [boolean, Name, string?])[] => {
  const [isS3, isAzure] = [stores.includes('s3'), stores.includes('azure')]
  const byAccount = isAzure && settings.CHANCERY_AZURE_CONNECTION_STRING === undefined
  return [
    [stores.includes('gcs'), 'CHANCERY_GCS_BUCKET'],
    [isS3, 'CHANCERY_S3_BUCKET'],
    [isS3 && settings.CHANCERY_S3_ENDPOINT === undefined, 'CHANCERY_S3_REGION'],
    [
      settings.CHANCERY_S3_ACCESS_KEY_ID !== undefined,
      'CHANCERY_S3_SECRET_ACCESS_KEY',
      'belongs to CHANCERY_S3_ACCESS_KEY_ID.',
    ],
    [
      settings.CHANCERY_S3_SECRET_ACCESS_KEY !== undefined,
      'CHANCERY_S3_ACCESS_KEY_ID',
      'belongs to CHANCERY_S3_SECRET_ACCESS_KEY.',
    ],
    [isAzure, 'CHANCERY_AZURE_CONTAINER'],
    [byAccount, 'CHANCERY_AZURE_ACCOUNT', 'is needed by the azure store, or CHANCERY_AZURE_CONNECTION_STRING.'],
    [byAccount, 'CHANCERY_AZURE_KEY', 'is needed by the azure store, or CHANCERY_AZURE_CONNECTION_STRING.'],
  ]
}
