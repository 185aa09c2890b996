from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("lists.urls")),
]

handler400 = "lists.views.faults.bad_request"
handler500 = "lists.views.faults.server_error"
handler429 = "lists.views.limits.refuse_busy"  # asked by allauth
