output "accounts" {
  value = {
    run     = google_service_account.run.email
    gateway = google_service_account.gateway.email
    tasks   = google_service_account.tasks.email
  }
  description = "The accounts, by what they do."
}

output "bucket" {
  value = google_storage_bucket.documents.name
}

output "database_connection" {
  value       = google_sql_database_instance.main.connection_name
  description = "As Cloud Run and the Cloud SQL Auth Proxy name the database."
}

output "queue" {
  value       = google_cloud_tasks_queue.work.id
  description = "projects/…/locations/…/queues/…"
}

# What a revision is made with: a new version of a secret is a new revision.
output "secrets" {
  value = {
    key_secret = {
      secret  = google_secret_manager_secret.all["key-secret"].secret_id
      version = google_secret_manager_secret_version.key_secret.version
    }
    database_url = {
      secret  = google_secret_manager_secret.all["database-url"].secret_id
      version = google_secret_manager_secret_version.database_url.version
    }
    sendgrid = {
      secret  = google_secret_manager_secret.all["sendgrid"].secret_id
      version = google_secret_manager_secret_version.sendgrid.version
    }
  }
  description = "The secrets and their newest versions; not what is in them."

  # Whoever starts with them must be able to read them.
  depends_on = [google_secret_manager_secret_iam_member.run_secrets]
}
