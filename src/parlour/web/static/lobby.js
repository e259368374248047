// Reads a chosen file into the text field of its form.

for (const input of document.querySelectorAll("input[type=file][data-into]")) {
  input.closest("label").hidden = false;
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (file) document.getElementById(input.dataset.into).value = await file.text();
  });
}
