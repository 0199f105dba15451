import { objectStoreInFull } from '../objects/object-store.test-support.ts'
import { gcsVendor } from './gcs-vendor.test-support.ts'

objectStoreInFull(gcsVendor)
