// Passkeys: the browser makes one, or signs in with one; the server checks what it answers.

const section = document.getElementById("passkeys");
const trouble = section.querySelector(".trouble");

function say(words) {
  trouble.textContent = words;
  trouble.hidden = !words;
}

async function post(path, body = {}) {
  const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const sent = await answer.json();
  if (!answer.ok) throw new Error(sent.error.message);
  return sent;
}

const STEPS = {
  new: async () => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await post("/api/passkeys/new"));
    await post("/api/passkeys", (await navigator.credentials.create({ publicKey })).toJSON());
  },
  request: async () => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await post("/api/passkeys/request"));
    await post("/api/passkeys/sign-in", (await navigator.credentials.get({ publicKey })).toJSON());
  },
};

const able = Boolean(window.PublicKeyCredential?.parseRequestOptionsFromJSON);
if (!able) say(trouble.dataset.old);
for (const button of section.querySelectorAll("[data-passkey]")) {
  button.hidden = !able;
  button.addEventListener("click", async () => {
    button.disabled = true;
    say("");
    try {
      await STEPS[button.dataset.passkey]();
      location.reload();
    } catch (error) {
      say(error instanceof DOMException ? trouble.dataset.none : error.message);
      button.disabled = false;
    }
  });
}
