// Asks the authenticator for a new or an existing passkey, and posts its response in the form.
const form = document.querySelector('form[data-passkey]');
const fault = form.querySelector('[data-passkey-fault]');
const button = form.querySelector('[data-passkey-ask]');

async function answerOf() {
	const options = JSON.parse(form.dataset.options);
	if (globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === undefined)
		throw new Error('This browser is too old for passkeys or does not offer them at this address.');
	if (form.dataset.passkey === 'create')
		return navigator.credentials.create({
			publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
		});
	return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
}

async function ask() {
	button.disabled = true;
	fault.hidden = true;
	try {
		const credential = await answerOf();
		form.elements.namedItem('passkey_answer').value = JSON.stringify(credential.toJSON());
		form.requestSubmit();
	} catch (error) {
		fault.textContent =
			error.name === 'InvalidStateError'
				? 'This authenticator already has your passkey for this address.'
				: `The passkey did not respond: ${error.message}`;
		fault.hidden = false;
		button.disabled = false;
	}
}

button.addEventListener('click', ask);
ask();
