output "address" {
  value       = local.address
  description = "The service itself: `--backend` and CHANCERY_GATEWAY_AUDIENCE of `npm run gateway`."
}

output "gateway" {
  value       = "https://${module.gateway.host}"
  description = "Where callers reach the operations."
}

output "managed_service" {
  value       = module.gateway.managed_service
  description = "What keys of callers are restricted to: `gcloud services api-keys create --api-target=service=…`."
}

output "bucket" {
  value = module.foundation.bucket
}

output "database_connection" {
  value       = module.foundation.database_connection
  description = "As the Cloud SQL Auth Proxy names the database."
}
