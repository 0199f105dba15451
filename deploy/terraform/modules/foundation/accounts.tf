# Three accounts, each with what it needs and no role on the project but the one that Cloud SQL knows no smaller place for.

# The service runs as it.
resource "google_service_account" "run" {
  project      = var.project
  account_id   = "${var.name}-run"
  display_name = "Chancery (${var.environment}): the service"
}

# The gateway calls the service as it. It has no right of its own; where Cloud Run checks tokens, the root module adds one.
resource "google_service_account" "gateway" {
  project      = var.project
  account_id   = "${var.name}-gateway"
  display_name = "Chancery (${var.environment}): the gateway"
}

# Long work is pushed to the service with its token.
resource "google_service_account" "tasks" {
  project      = var.project
  account_id   = "${var.name}-tasks"
  display_name = "Chancery (${var.environment}): long work"
}

resource "google_project_iam_member" "run_database" {
  project = var.project
  role    = "roles/cloudsql.client"
  member  = google_service_account.run.member
}

resource "google_storage_bucket_iam_member" "run_documents" {
  bucket = google_storage_bucket.documents.name
  role   = "roles/storage.objectUser"
  member = google_service_account.run.member
}

resource "google_secret_manager_secret_iam_member" "run_secrets" {
  for_each  = google_secret_manager_secret.all
  project   = var.project
  secret_id = each.value.secret_id
  role      = "roles/secretmanager.secretAccessor"
  member    = google_service_account.run.member
}

resource "google_cloud_tasks_queue_iam_member" "run_enqueues" {
  project  = var.project
  location = google_cloud_tasks_queue.work.location
  name     = google_cloud_tasks_queue.work.name
  role     = "roles/cloudtasks.enqueuer"
  member   = google_service_account.run.member
}

# A task is made with the token of the account that it comes back as.
resource "google_service_account_iam_member" "run_acts_as_tasks" {
  service_account_id = google_service_account.tasks.name
  role               = "roles/iam.serviceAccountUser"
  member             = google_service_account.run.member
}

# It has no key: Google signs the addresses of documents for it.
resource "google_service_account_iam_member" "run_signs_addresses" {
  service_account_id = google_service_account.run.name
  role               = "roles/iam.serviceAccountTokenCreator"
  member             = google_service_account.run.member
}

# Only where Document AI reads documents.
resource "google_project_iam_member" "run_document_ai" {
  count   = var.document_ai ? 1 : 0
  project = var.project
  role    = "roles/documentai.apiUser"
  member  = google_service_account.run.member
}
