variable "project" {
  type        = string
  description = "The project, by its id. It exists, and has billing."
}

variable "region" {
  type        = string
  default     = "europe-west1"
  description = "Where all of it is."
}

variable "environment" {
  type        = string
  default     = "dev"
  description = "The name of the deployment, and of all that it makes: chancery-dev."

  validation {
    condition     = can(regex("^[a-z][a-z0-9]{0,11}$", var.environment))
    error_message = "Lower-case letters and digits, 12 at the most."
  }
}

variable "gateway_document" {
  type        = string
  default     = "../../../build/gateway.json"
  description = "What `npm run gateway` has written for this deployment."
}

variable "bundle" {
  type        = string
  default     = "../../../build/functions"
  description = "The folder that `npm run build` has made."
}

variable "cpu" {
  type        = string
  default     = "2"
  description = "Processors of an instance."
}

variable "memory" {
  type        = string
  default     = "2Gi"
  description = "Memory of an instance; its disk is in it, too."
}

variable "connector_range" {
  type        = string
  default     = "10.8.0.0/28"
  description = "16 addresses for the way from the function to the database."
}

variable "email_from" {
  type        = string
  description = "Sender where a call names none: Office <office@example.com>."
}

variable "sendgrid_api_key" {
  type        = string
  ephemeral   = true
  sensitive   = true
  default     = null
  description = "Given by TF_VAR_sendgrid_api_key, when its number in secret_versions is new; in no file and no state."
}

variable "secret_versions" {
  type = object({
    key_secret = number
    database   = number
    sendgrid   = number
  })
  default = {
    key_secret = 1
    database   = 1
    sendgrid   = 1
  }
  description = "A secret is made and written anew when its number goes up: docs/deploy/google-cloud.md#rotate-keys-and-secrets."
}

variable "temporary_prefixes" {
  type        = list(string)
  default     = [".calls/", ".uploads/", "document-ai/"]
  description = "Folders of the bucket in which nothing is kept for longer than two days."
}

variable "settings" {
  type        = map(string)
  default     = {}
  description = "Other settings of .env.example."
}

variable "min_instances" {
  type        = number
  default     = 0
  description = "Instances that wait for calls; 1 spares the first caller the cold start, and costs while it waits."
}

variable "max_instances" {
  type        = number
  default     = 5
  description = "Instances at the most."
}

variable "concurrency" {
  type        = number
  default     = 4
  description = "Calls of an instance at once: two for each processor."
}

variable "deadline_ms" {
  type        = number
  default     = 30000
  description = "Time for one call, in ms. The gateway's document goes by the same."
}

variable "database_tier" {
  type        = string
  default     = "db-g1-small"
  description = "The machine of the database."
}

variable "database_availability" {
  type        = string
  default     = "ZONAL"
  description = "REGIONAL for a second machine that takes over."
}

# In a roll-out the old and the new revision have as many each: twice max_instances times this must stay below the database's max_connections.
variable "database_connections" {
  type        = number
  default     = 4
  description = "Connections of an instance to the database."
}

variable "keep_versions_days" {
  type        = number
  default     = 30
  description = "How long a document can be read that was overwritten, in days."
}

variable "document_ai" {
  type        = bool
  default     = false
  description = "Whether the service may call Document AI; its settings go into `settings`."
}

variable "deletion_protection" {
  type        = bool
  default     = true
  description = "Whether Terraform refuses to delete the database and the service."
}
