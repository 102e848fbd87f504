/**
 * Parses the `transport.redirect` setting, which lists the local ports that replace exchanges in a rehearsal. Pure
 * functions.
 */

const PORT_MAX = 65_535;

/** Returns the ports by exchange name. @throws Error for a port out of range or an exchange named twice */
export function redirectPorts(entries: readonly string[]): Readonly<Record<string, number>> {
	const ports: Record<string, number> = {};
	for (const entry of entries) {
		const [venue = '', text = ''] = entry.split('=');
		const port = Number(text);
		if (!(port >= 1 && port <= PORT_MAX))
			throw new Error(`transport.redirect: the port of ${venue} is ${text}; use 1 to ${PORT_MAX}.`);
		if (Object.hasOwn(ports, venue))
			throw new Error(`transport.redirect lists ${venue} twice; list it once.`);
		ports[venue] = port;
	}
	return ports;
}
