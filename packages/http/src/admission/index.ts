/** Which calls a service takes on, and which it refuses. */
export { watchAdmission } from './watch-admission.ts'
export { createAdmission, type Admission, type AdmittedCall } from './admission.ts'
export { defaultAdmissionLimits, type AdmissionLimits } from './limits.ts'
export { isRefusal } from './refusal.ts'
