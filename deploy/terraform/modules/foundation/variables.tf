variable "project" {
  type        = string
  description = "The project, by its id."
}

variable "region" {
  type        = string
  description = "Where all of it is."
}

variable "environment" {
  type        = string
  description = "The name of the deployment: lower-case letters and digits."
}

variable "name" {
  type        = string
  description = "What resources are called."
}

variable "database_tier" {
  type        = string
  description = "The machine of the database."
}

variable "database_availability" {
  type        = string
  description = "ZONAL, or REGIONAL for a second machine that takes over."
}

variable "private_network" {
  type        = string
  default     = null
  description = "The network in which the database has its address; null: Google's connector reaches it."
}

variable "deletion_protection" {
  type        = bool
  description = "Whether Terraform refuses to delete the database."
}

variable "document_ai" {
  type        = bool
  description = "Whether the service may call Document AI."
}

variable "keep_versions_days" {
  type        = number
  description = "How long a document can be read that was overwritten, in days."
}

variable "temporary_prefixes" {
  type        = list(string)
  description = "Folders of the bucket in which nothing is kept for longer than two days."
}

variable "work_at_once" {
  type        = number
  description = "Tasks that run at once."
}

variable "sendgrid_api_key" {
  type        = string
  ephemeral   = true
  sensitive   = true
  default     = null
  description = "Needed when its number in secret_versions is new."
}

variable "secret_versions" {
  type = object({
    key_secret = number
    database   = number
    sendgrid   = number
  })
  description = "A secret is made and written anew when its number goes up."
}
