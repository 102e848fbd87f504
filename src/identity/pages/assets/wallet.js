// Finds wallets in the browser (EIP-6963) and signs with the chosen one (EIP-1193). Without this script or a wallet, users
// fill in the same forms manually.
const TEXT = { en: 'The wallet refused:', es: 'La billetera rechazó la solicitud:' };
const CHOSEN = 'carrywire.wallet';
const choose = document.querySelector('form[data-wallet="choose"]');
const sign = document.querySelector('form[data-wallet="sign"]');
const wallets = new Map();

function part(form, name) {
	return form.querySelector(`[data-wallet="${name}"]`);
}

function say(form, error) {
	const fault = part(form, 'fault');
	fault.textContent = `${TEXT[document.documentElement.lang]} ${error?.message ?? String(error)}`;
	fault.hidden = false;
}

async function chooseWallet({ info, provider }) {
	const [address] = await provider.request({ method: 'eth_requestAccounts' });
	const chainId = Number.parseInt(await provider.request({ method: 'eth_chainId' }), 16);
	const select = choose.elements.namedItem('chain_id');
	// An account on another chain signs for the first chain offered: the key is the same.
	if ([...select.options].some((option) => Number(option.value) === chainId)) select.value = String(chainId);
	choose.elements.namedItem('address').value = address;
	sessionStorage.setItem(CHOSEN, info.rdns);
	choose.requestSubmit();
}

function showChoice({ info, provider }) {
	const button = document.createElement('button');
	button.type = 'button';
	button.textContent = info.name;
	button.addEventListener('click', () => {
		chooseWallet({ info, provider }).catch((error) => say(choose, error));
	});
	part(choose, 'list').append(button);
	part(choose, 'found').hidden = false;
	// An invalid field must stay visible.
	if (choose.querySelector('[aria-invalid]') === null) part(choose, 'manual').open = false;
}

async function signMessage({ provider }) {
	const message = part(sign, 'message').value;
	const address = message.split('\n')[1];
	const hex = [...new TextEncoder().encode(message)]
		.map((byte) => byte.toString(16).padStart(2, '0'))
		.join('');
	part(sign, 'signature').value = await provider.request({
		method: 'personal_sign',
		params: [`0x${hex}`, address],
	});
	sign.requestSubmit();
}

window.addEventListener('eip6963:announceProvider', ({ detail }) => {
	if (wallets.has(detail.info.uuid)) return;
	wallets.set(detail.info.uuid, detail);
	if (choose !== null) showChoice(detail);
	else if (sign !== null && sessionStorage.getItem(CHOSEN) === detail.info.rdns) {
		sessionStorage.removeItem(CHOSEN);
		signMessage(detail).catch((error) => say(sign, error));
	}
});
window.dispatchEvent(new Event('eip6963:requestProvider'));
