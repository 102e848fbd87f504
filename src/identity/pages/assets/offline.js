// Says when this browser last heard from the service, and reloads once the service answers again.
const RETRY_MS = 5_000;
const TEXTS = {
	en: {
		title: 'No connection to the service',
		unreachable: 'This browser cannot reach the service.',
		lastContact: (time, age) => `Last contact: ${time}, ${age} ago.`,
		note: 'The service still manages your positions if it runs. This page reloads when the service answers again.',
		again: 'Try again',
	},
	es: {
		title: 'Sin conexión con el servicio',
		unreachable: 'Este navegador no puede conectar con el servicio.',
		lastContact: (time, age) => `Último contacto: ${time}, hace ${age}.`,
		note: 'El servicio sigue gestionando tus posiciones si está en marcha. Esta página se recarga cuando vuelva a responder.',
		again: 'Reintentar',
	},
};
const { theme, language: chosen } = JSON.parse(localStorage.getItem('carrywire.preferences.1') ?? '{}');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
const language =
	[chosen, ...navigator.languages].map((tag) => tag?.split('-')[0]).find((tag) => tag in TEXTS) ?? 'en';
const text = TEXTS[language];
document.documentElement.lang = language;
document.title = `${text.title} · Carrywire`;
document.querySelector('h1').textContent = text.title;
document.getElementById('note').textContent = text.note;
const noted = Number(localStorage.getItem('carrywire.contact'));
let since = text.unreachable;
if (noted > 0) {
	const minutes = Math.max(0, Math.round((Date.now() - noted) / 60_000));
	const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(noted);
	const age = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
	since += ` ${text.lastContact(time, age)}`;
}
document.getElementById('since').textContent = since;
const again = document.getElementById('again');
again.textContent = text.again;
again.addEventListener('click', () => location.reload());
setInterval(async () => {
	const answer = await fetch('/health', { cache: 'no-store' }).catch(() => undefined);
	if (answer !== undefined) location.reload();
}, RETRY_MS);
