// Says when this browser last heard from the service, and reloads once the service answers again.
const RETRY_MS = 5_000;
const { theme } = JSON.parse(localStorage.getItem('carrywire.preferences.1') ?? '{}');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
const noted = Number(localStorage.getItem('carrywire.contact'));
if (noted > 0) {
	const minutes = Math.max(0, Math.round((Date.now() - noted) / 60_000));
	const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }).format(noted);
	const age = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
	document.getElementById('since').textContent =
		`This browser cannot reach the service. Last contact: ${time}, ${age} ago.`;
}
document.getElementById('again').addEventListener('click', () => location.reload());
setInterval(async () => {
	const answer = await fetch('/health', { cache: 'no-store' }).catch(() => undefined);
	if (answer !== undefined) location.reload();
}, RETRY_MS);
