import { objectStoreInFull } from '../objects/object-store.test-support.ts'
import { s3Vendor } from './s3-vendor.test-support.ts'

objectStoreInFull(s3Vendor)
