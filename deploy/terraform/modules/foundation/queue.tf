# Long work: each task is a push to the service itself. A queue's name cannot be used again for a week after it was deleted.
resource "google_cloud_tasks_queue" "work" {
  project  = var.project
  name     = "${var.name}-work"
  location = var.region

  # So much of it at once that calls beside it still have slots.
  rate_limits {
    max_concurrent_dispatches = var.work_at_once
    max_dispatches_per_second = 5
  }

  # An instance that ends is one try; what cannot be done is settled by the service itself, after fewer.
  retry_config {
    max_attempts  = 20
    min_backoff   = "5s"
    max_backoff   = "300s"
    max_doublings = 6
  }

  stackdriver_logging_config {
    sampling_ratio = 1
  }

  depends_on = [google_project_service.used]
}
