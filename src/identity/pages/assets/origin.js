// Cookies of a host reach all of its ports, but browser storage stays with this scheme, host and port. The origin key in it
// proves to the service that a page request comes from the browser that logged in at exactly this address.
const KEY = 'carrywire.origin';
const TRIES = 'carrywire.tries';
const TEXTS = {
	en: {
		unknown: 'The service does not recognize this browser. Allow cookies for this address and reload.',
		fault: 'Cannot open this page:',
	},
	es: {
		unknown:
			'El servicio no reconoce este navegador. Permite las cookies para esta dirección y recarga la página.',
		fault: 'No se puede abrir esta página:',
	},
};
const text = TEXTS[document.documentElement.lang];
const TRIES_MAX = 4;
// A report of a backtest runs no script of this service, so its reloads add up. Only tries in quick succession are a loop.
const TRIES_MS = 30_000;
const KEY_BYTES = 32;
const path = `${location.pathname}${location.search.replace(/[?&]cw_entry=[^&]*$/, '')}`;

function originKey() {
	const known = localStorage.getItem(KEY) ?? '';
	if (/^[A-Za-z0-9_-]{43}$/.test(known)) return known;
	const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
	const made = btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '');
	localStorage.setItem(KEY, made);
	// Another tab may have created a key at the same time: the later one counts for both.
	return localStorage.getItem(KEY);
}

async function enter() {
	const [count = 0, since = 0] = (sessionStorage.getItem(TRIES) ?? '').split(' ').map(Number);
	const isRecent = Date.now() - since < TRIES_MS;
	const tries = isRecent ? count + 1 : 1;
	if (tries > TRIES_MAX) {
		sessionStorage.removeItem(TRIES);
		throw new Error(text.unknown);
	}
	sessionStorage.setItem(TRIES, `${tries} ${isRecent ? since : Date.now()}`);
	const answer = await fetch('/door', {
		method: 'POST',
		headers: { accept: 'application/json', 'carrywire-origin': originKey() },
		body: new URLSearchParams({ path }),
		redirect: 'error',
		cache: 'no-store',
	});
	const { entry, error } = await answer.json();
	if (!answer.ok) throw new Error(error?.message ?? `HTTP ${answer.status}`);
	location.replace(`${path}${path.includes('?') ? '&' : '?'}cw_entry=${entry}${location.hash}`);
}

if (document.currentScript.dataset.step === 'door') {
	enter().catch((error) => {
		const fault = document.getElementById('fault');
		fault.textContent = `${text.fault} ${error.message}`;
		fault.hidden = false;
	});
} else {
	history.replaceState(history.state, '', `${path}${location.hash}`);
	sessionStorage.removeItem(TRIES);
}
