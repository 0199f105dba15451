output "host" {
  value       = google_api_gateway_gateway.chancery.default_hostname
  description = "Where callers reach the operations."
}

output "managed_service" {
  value       = google_api_gateway_api.chancery.managed_service
  description = "What keys of callers are restricted to."
}
