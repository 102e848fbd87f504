// Shows the offline page if a page of the dashboard cannot be loaded. Every other request goes past this worker.
// Forms, logins and addresses with an entry of the door page go past it as well, because the service checks where
// these requests come from.
const CACHE = 'carrywire-offline-1';
// The offline page holds its own icon. Firefox complains if a page closes while a worker loads its icon.
const FILES = ['/assets/offline.html', '/assets/offline.js', '/assets/style.css'];
const PAGES =
	/^\/(?:|(?:opportunities|executions)\/.+|portfolio|funding|backtest|alerts|status|preferences|connections|tokens|agents|chat|audit|account)$/;

self.addEventListener('install', (event) => {
	event.waitUntil(
		caches
			.open(CACHE)
			.then((cache) => cache.addAll(FILES))
			.then(() => self.skipWaiting()),
	);
});

self.addEventListener('activate', (event) => {
	event.waitUntil(
		caches
			.keys()
			.then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
			.then(() => self.clients.claim()),
	);
});

self.addEventListener('fetch', (event) => {
	const { request } = event;
	const { origin, pathname, search } = new URL(request.url);
	if (origin !== self.location.origin || request.method !== 'GET') return;
	// A frame's request goes past this worker, because the service refuses frames on pages of other origins.
	const isPage = request.destination === 'document' && PAGES.test(pathname) && !search.includes('cw_entry=');
	// The offline page's own files come from the cache only while the service does not answer.
	if (isPage || FILES.includes(pathname))
		event.respondWith(fetch(request).catch(() => caches.match(isPage ? FILES[0] : pathname)));
});
