/** The setting `transport.redirect`, read: which ports of this machine stand for exchanges in a rehearsal. Pure. */

const PORT_MAX = 65_535;

/** Ports by venue. @throws Error for a port out of range or a venue that is named twice. */
export function redirectPorts(entries: readonly string[]): Readonly<Record<string, number>> {
	const ports: Record<string, number> = {};
	for (const entry of entries) {
		const [venue = '', text = ''] = entry.split('=');
		const port = Number(text);
		if (!(port >= 1 && port <= PORT_MAX))
			throw new Error(`transport.redirect: the port of ${venue} was ${text}, limit 1 to ${PORT_MAX}.`);
		if (Object.hasOwn(ports, venue))
			throw new Error(`transport.redirect: ${venue} was named twice, limit once.`);
		ports[venue] = port;
	}
	return ports;
}
