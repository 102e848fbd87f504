// Asks the authenticator for a new or an existing passkey, and posts its response in the form.
const TEXTS = {
	en: {
		tooOld: 'This browser is too old for passkeys or does not offer them at this address.',
		alreadyThere: 'This authenticator already has your passkey for this address.',
		noAnswer: 'The passkey did not respond:',
	},
	es: {
		tooOld:
			'Este navegador es demasiado antiguo para las llaves de acceso o no las ofrece en esta dirección.',
		alreadyThere: 'Este autenticador ya tiene tu llave de acceso para esta dirección.',
		noAnswer: 'La llave de acceso no respondió:',
	},
};
const text = TEXTS[document.documentElement.lang];
const form = document.querySelector('form[data-passkey]');
const fault = form.querySelector('[data-passkey-fault]');
const button = form.querySelector('[data-passkey-ask]');

async function answerOf() {
	const options = JSON.parse(form.dataset.options);
	if (globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === undefined)
		throw new Error(text.tooOld);
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
			error.name === 'InvalidStateError' ? text.alreadyThere : `${text.noAnswer} ${error.message}`;
		fault.hidden = false;
		button.disabled = false;
	}
}

button.addEventListener('click', ask);
ask();
