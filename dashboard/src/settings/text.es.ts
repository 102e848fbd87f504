/**
 * Textos de las páginas «Exchanges», «Tokens», «Agentes», «Auditoría» y «Cuenta», por componente. Las funciones
 * insertan cifras en una frase.
 */
import type { Translated } from '../../../src/sentences/translated.ts';
import type * as English from './text.ts';

/** Significado de cada permiso, para el usuario que lo concede. */
export const SCOPE_WORDS: Translated<typeof English.SCOPE_WORDS> = {
	'arb:read': 'Leer la cartera y el estado de los pares de exchanges.',
	'arb:trade': 'Abrir y cerrar posiciones.',
	'exchange:connect': 'Conectar y desconectar cuentas de exchanges.',
	'agents:manage': 'Crear, limitar y detener agentes; decidir adónde van las alertas.',
	'replay:run': 'Probar estrategias con mercados grabados, lo que usa el procesador de este servicio.',
};

/** Textos de `SettingsPage`, `SettingsForm`, `ActButton` y `ShownOnce`. */
export const SETTINGS: Translated<typeof English.SETTINGS> = {
	needsLogin: 'Para ver tus ajustes, inicia sesión con este navegador. Un token pegado no basta.',
	sending: 'Enviando …',
	notDone: 'Eso no funcionó.',
	lostForm: 'La respuesta se perdió. Recarga la página para ver si funcionó.',
	lostAct: 'La respuesta se perdió. Comprueba el resultado antes de intentarlo otra vez.',
	copy: (name) => `Copiar ${name}`,
	copied: 'Copiado.',
	notCopied:
		'El navegador no deja que esta página copie. El texto está seleccionado: cópialo con el teclado.',
	nameMissing: 'Escribe un nombre.',
	scopesMissing: 'Marca al menos un permiso.',
};

/** Textos de `AccountPage`. */
export const ACCOUNT: Translated<typeof English.ACCOUNT> = {
	title: 'Tu cuenta',
	loading: 'tu cuenta',
	fault: 'No se puede mostrar tu cuenta.',
	guest: 'Eres un invitado.',
	guestNote: 'Una sesión de invitado no se recupera después de cerrarla o tras dos horas sin actividad.',
	start: 'Empieza a operar',
	connect: 'Conecta dos exchanges',
	noneConnected: (offered) => `aún sin conectar: ${offered}`,
	connected: (names) => `conectados: ${names}`,
	choose: 'Elige una oportunidad',
	chooseNote: 'Su vista previa muestra costes y riesgos antes de que confirmes.',
	follow: 'Síguela en la cartera',
	followNote: 'Allí también puedes cerrar la posición.',
	programs: 'Para programas:',
	token: 'un token',
	tokenNote: (active) =>
		`actúa en tu nombre (${active === 0 ? 'aún no tienes ninguno' : active === 1 ? '1 activo' : `${active} activos`}). Envíalo como`,
	agent: 'Un agente',
	agentNote: 'opera por su cuenta, dentro de límites.',
	identities: 'Tu identidad',
	noIdentity: 'No hay ninguna identidad vinculada.',
	providers: { wallet: 'billetera', guest: 'invitado' },
	columns: {
		provider: 'Método de inicio de sesión',
		subject: 'Identidad',
		linked: 'Vinculada',
		lastLogin: 'Último inicio de sesión',
	},
	passkeys: 'Llaves de acceso',
	passkeyCount: (count) =>
		count === 0
			? 'No tienes ninguna llave de acceso.'
			: count === 1
				? 'Tienes 1 llave de acceso.'
				: `Tienes ${count} llaves de acceso.`,
	managePasskeys: 'Gestionar llaves de acceso',
	everywhere: 'Todos los navegadores',
	everywhereNote:
		'Esto cierra tu sesión en todos los navegadores, también en este. Los tokens y los agentes siguen funcionando.',
	logOutEverywhere: 'Cerrar sesión en todas partes',
};

/** Textos de `ExchangesPage` y `ConnectedAccounts`. */
export const EXCHANGES: Translated<typeof English.EXCHANGES> = {
	title: 'Exchanges',
	loading: 'tus cuentas',
	fault: 'No se pueden mostrar tus cuentas.',
	start: 'Empieza aquí',
	startNote: (names) =>
		`Una posición necesita cuentas en dos exchanges. El botón abre cuentas de demostración en ${names}, con 10\u00a0000 USD simulados cada una.`,
	openAll: 'Abrir todas las cuentas de demostración',
	empty: 'No hay ninguna cuenta conectada. Conecta dos exchanges para operar entre ellos.',
	connect: 'Conectar una cuenta',
	columns: { account: 'Cuenta', state: 'Estado', key: 'Acceso', since: 'Conectada', actions: 'Acciones' },
	states: {
		closing: 'cierra posiciones y luego se desconecta',
		reconnect: 'necesita una conexión nueva',
		inUse: 'en uso',
		idle: 'conectada, sin uso',
	},
	selfCheck: 'Autocomprobación:',
	checks: {
		checking: ['en curso', ''],
		passed: ['superada', 'good'],
		failed: ['fallida', 'bad'],
		unknown: ['aún sin respuesta, reintentando', 'bad'],
	},
	steps: {
		clock: 'Reloj',
		key: 'Clave',
		balance: 'Saldo',
		settings: 'Ajustes',
		fees: 'Comisiones',
		order: 'Orden de prueba',
		stream: 'Flujo de la cuenta',
		switch: 'Protección ante caídas',
	},
	verdicts: {
		passed: 'bien',
		warned: 'con aviso',
		failed: 'con fallo',
		unknown: 'sin respuesta',
		skipped: 'sin comprobar',
	},
	noCheckYet: 'aún no terminó ninguna comprobación',
	silent: 'flujo en silencio',
	silentSince: 'desde el',
	silentNote:
		'El flujo no informa de las órdenes de esta cuenta, así que Carrywire no abre posiciones en ella. Carrywire vuelve a abrir el flujo cada minuto. Aún puedes cerrar posiciones.',
	byPage: 'inicio de sesión en el exchange',
	byKey: 'clave de API',
	keyEnds: 'la clave vence el',
	use: 'Usar para operaciones nuevas',
	check: 'Repetir autocomprobación',
	disconnect: 'Desconectar …',
};

/** Textos de `MoneyNotice`: el dinero de las cuentas, por modo. */
export const MONEY_NOTICE: Translated<typeof English.MONEY_NOTICE> = {
	simulated: [
		'Exchanges simulados.',
		'No hay dinero real. Cada cuenta empieza con 10\u00a0000 USD simulados. Puedes abrir cuentas en esta página o en la del exchange.',
	],
	paper: [
		'Cuentas simuladas.',
		'Carrywire lleva estas cuentas y ejecuta sus órdenes a precios reales. Ninguna orden ni clave llega a un exchange, así que no hay nada que conectar.',
	],
	testnet: [
		'Entornos de prueba de los exchanges.',
		'Las órdenes van a estos entornos y usan dinero de prueba. Una cuenta opera cuando supera su autocomprobación. Las claves de cuentas reales no funcionan. Crea claves de prueba en:',
	],
	rehearsal: ['Ensayo.', 'Todo funciona como con dinero real, pero ninguna orden llega a un exchange real.'],
	live: [
		'Órdenes reales.',
		'Las órdenes usan dinero real. Una cuenta opera cuando supera su autocomprobación.',
	],
};

/** Textos de `ConnectExchange`. */
export const CONNECT: Translated<typeof English.CONNECT> = {
	label: 'Nombre de la cuenta',
	labelHint: 'si tienes varias',
	missing: (name) => `Falta: ${name}.`,
	keyParts: {
		'API key': 'Clave de API',
		Secret: 'Secreto',
		Passphrase: 'Frase de contraseña',
		'Address of the account': 'Dirección de la cuenta',
		'Private key of the API wallet': 'Clave privada de la billetera de API',
	},
	byKeyForm: (exchange) => `Conectar ${exchange} con una clave de API`,
	byKey: 'Conectar con clave de API',
	keyNote: 'La clave debe poder operar futuros. Carrywire rechaza una clave que pueda retirar fondos.',
	byPage: (exchange) => `Conectar ${exchange}`,
	simulated: (exchange) => `Abrir cuenta de demostración en ${exchange}`,
	otherWay: 'Usar una clave de API',
};

/** Textos de `DisconnectPage`. */
export const DISCONNECT: Translated<typeof English.DISCONNECT> = {
	untitled: 'Desconectar una cuenta',
	title: (exchange) => `¿Desconectar ${exchange}?`,
	loading: 'la cuenta',
	fault: 'No se puede mostrar la cuenta.',
	unknown: (id) => `No tienes ninguna cuenta conectada ${id}.`,
	back: 'Volver a Exchanges',
	erased: 'Se borra',
	erasedPaper:
		'Carrywire borra la cuenta simulada y su dinero simulado. Recibes una nueva cuando el servicio arranca o cuando inicias sesión.',
	erasedKey: 'Carrywire borra su copia de la clave. Ya no puede leer esta cuenta ni operar en ella.',
	reconnect: (exchange) =>
		`Para operar otra vez en esta cuenta, conéctala de nuevo ${exchange === undefined ? 'con una clave' : `en ${exchange}`}.`,
	kept: 'Se conserva',
	keptThere: (exchange) =>
		`Nada cambia en ${exchange}: tus posiciones, órdenes y dinero siguen allí. La clave sigue siendo válida hasta que la elimines allí.`,
	keptHere: 'Carrywire conserva tu historial, el libro de cuentas y el registro de auditoría.',
	form: 'Desconectar',
	confirm: 'Desconectar y borrar la clave',
	nothingOpen: 'Ninguna de tus posiciones usa esta cuenta.',
	open: (count) =>
		count === 1
			? '1 de tus posiciones tiene una pata en esta cuenta:'
			: `${count} de tus posiciones tienen una pata en esta cuenta:`,
	closeFirst: 'Cerrar antes estas posiciones',
	refused: (reason) =>
		`${reason} Cierra las posiciones antes de desconectar o marca «Cerrar antes estas posiciones».`,
	keep: 'Mantener conectada',
};

/** Textos de `TokensPage`, `TokenTable` y `TokenReady`. */
export const TOKENS: Translated<typeof English.TOKENS> = {
	title: 'Tokens',
	readyTitle: 'Copia tu token ahora',
	loading: 'tus tokens',
	fault: 'No se pueden mostrar tus tokens.',
	create: 'Token nuevo',
	createNote:
		'Un programa con este token actúa en tu nombre, con estos permisos, hasta que vence. Puedes revocarlo en cualquier momento.',
	createButton: 'Crear token',
	defaultName: 'mi token',
	labels: { name: 'Nombre', scopes: 'Permisos', lifetime_hours: 'Válido durante' },
	lifetimes: [
		[1, '1 hora'],
		[8, '8 horas'],
		[24, '1 día'],
		[168, '7 días'],
		[720, '30 días'],
	],
	yours: 'Tus tokens',
	empty:
		'No tienes tokens activos. Para conectar un programa, crea uno arriba. Estas páginas no necesitan ninguno.',
	heldByPages: (count) =>
		count === 1
			? '1 página del panel tiene un token válido durante 15 minutos como máximo. Al cerrar sesión, se revoca.'
			: `Las páginas del panel tienen ${count} tokens, cada uno válido durante 15 minutos como máximo. Al cerrar sesión, se revocan.`,
	ended: (count) => `${count} ${count === 1 ? 'vencido o revocado' : 'vencidos o revocados'}`,
	columns: {
		name: 'Nombre',
		may: 'Permisos',
		until: 'Válido hasta',
		used: 'Último uso',
		actions: 'Acciones',
	},
	revoked: 'revocado',
	rotate: 'Renovar',
	revoke: 'Revocar',
	applications: 'Aplicaciones con acceso',
	noApplication:
		'Ninguna aplicación tiene acceso. Cuando una lo solicita, Carrywire muestra una página donde decides.',
	applicationColumns: {
		name: 'Aplicación',
		may: 'Permisos',
		since: 'Desde',
		until: 'Hasta',
		actions: 'Acciones',
	},
	once: 'El token aparece solo una vez. Vence el',
	onceNote: 'No lo guardes en archivos compartidos.',
	may: 'Permisos de un programa con este token:',
	secret: 'token',
	use: 'Cómo se usa',
	done: 'Ya lo copié',
};

/** Textos de `AgentsPage`, `AgentPage`, `AgentFields`, `AgentReady` y `agent-wish.ts`. */
export const AGENTS: Translated<typeof English.AGENTS> = {
	title: 'Agentes',
	untitled: 'Agente',
	readyTitle: (name) => `${name} está listo`,
	loading: 'tus agentes',
	fault: 'No se pueden mostrar tus agentes.',
	empty:
		'No tienes ningún agente. Crea uno abajo para un programa que opere por su cuenta y fija sus límites.',
	columns: { name: 'Nombre', may: 'Permisos', caps: 'Límites', used: 'Último uso', state: 'Estado' },
	noCaps: 'sin límites',
	active: 'activo',
	stopped: 'detenido',
	stop: 'Detener',
	create: 'Agente nuevo',
	createNote:
		'Un agente tiene su propio id, su clave y sus tokens. Opera en tus cuentas, dentro de los límites que fijas.',
	createButton: 'Crear agente',
	labels: {
		name: 'Nombre',
		scopes: 'Permisos',
		'caps.amount_max': 'Máximo por posición',
		'caps.open_amount_max': 'Máximo abierto a la vez',
		'caps.executions_per_day': 'Posiciones por día',
		'caps.pairs': 'Pares de exchanges permitidos',
		public_keys: 'Claves públicas',
	},
	amountHint: 'USD entre ambas patas; vacío: sin límite',
	openAmountHint: 'USD entre ambas patas de todas las posiciones; vacío: sin límite',
	countHint: 'desde las 00:00 UTC; vacío: sin límite',
	pairsHint: 'sin marcar: todos los pares',
	onlyTrade: 'Abrir solo oportunidades con el veredicto Operar',
	credential: 'Credencial',
	byKey: 'una clave, creada aquí y mostrada una vez',
	byKeyPair: 'su propio par de claves',
	publicKeysHint: 'JSON Web Key Set',
	publicKeysMissing: 'Pega una JSON Web Key o un conjunto de claves.',
	dpop: 'Exigir tokens vinculados a su clave (DPoP)',
	amountRule:
		'Escribe un importe mayor que 0, hasta 1\u00a0000\u00a0000\u00a0000 USD, o deja el campo vacío.',
	countRule: 'Escribe un número entero de 0 a 100\u00a0000, o deja el campo vacío.',
	caps: {
		amount: (usd) => `${usd} USD por posición`,
		openAmount: (usd) => `${usd} USD abiertos a la vez`,
		count: (count, isOne) => `${count} ${isOne ? 'posición' : 'posiciones'} por día`,
		pairs: (pairs) => `solo ${pairs}`,
		onlyTrade: 'solo el veredicto Operar',
	},
};

/** Textos de `AgentPage` y `AgentReady` sobre un agente. */
export const AGENT: Translated<typeof English.AGENT> = {
	loading: 'el agente',
	fault: 'No se puede mostrar el agente.',
	unknown: (id) => `No tienes ningún agente ${id}.`,
	back: 'Volver a Agentes',
	created: 'creado el',
	used: 'último uso',
	keyPair: 'par de claves propio',
	dpop: 'DPoP',
	stoppedAt: 'Detenido para siempre el',
	stoppedNote: 'Sus posiciones abiertas son tuyas y siguen activas.',
	edit: 'Nombre, permisos y límites',
	save: 'Guardar cambios',
	saved: 'Guardado. Los cambios se aplican desde la próxima llamada del agente.',
	newKey: 'Clave nueva',
	newKeyNote: 'La clave antigua y sus tokens dejan de funcionar de inmediato.',
	newKeyButton: 'Crear clave nueva',
	stop: 'Detener agente',
	stopNote:
		'Esto es inmediato y definitivo. Los tokens del agente dejan de funcionar y Carrywire cancela sus aperturas en cola. Sus posiciones abiertas son tuyas y siguen activas.',
	stopButton: 'Detener este agente',
	pairReady: 'El agente se autentica con su propio par de claves. Su id de cliente es:',
	once: 'La clave aparece solo una vez.',
	id: 'Id del agente',
	key: 'Clave del agente',
	idName: 'id',
	keyName: 'clave',
	howToken: 'Cómo obtiene un token',
	open: 'Ir al agente',
};

/** Textos de `AuditPage`. */
export const AUDIT: Translated<typeof English.AUDIT> = {
	title: 'Auditoría',
	intro:
		'Todos los inicios de sesión, tokens, conexiones, agentes y llamadas de operación. Carrywire nunca cambia ni borra una entrada.',
	show: 'Mostrar',
	kinds: [
		['all', 'todas las entradas'],
		['refused', 'rechazadas'],
		['login', 'inicios de sesión'],
		['call', 'llamadas de operación'],
		['connection', 'exchanges'],
		['token', 'tokens y aplicaciones'],
		['agent', 'agentes'],
	],
	csv: 'Descargar todo como CSV',
	jsonLines: 'Descargar todo como líneas JSON',
	loading: 'el registro de auditoría',
	fault: 'No se puede mostrar el registro de auditoría.',
	empty: 'Aún no hay entradas.',
	emptyKind: 'Aún no hay entradas de este tipo.',
	columns: { when: 'Hora', who: 'Autor', what: 'Acción', outcome: 'Resultado' },
	ok: 'correcto',
	actors: {
		user: 'tú',
		token: 'token',
		agent: 'agente',
		application: 'aplicación',
		operator: 'operador',
		service: 'servicio',
	},
	actions: {
		login: 'Iniciar sesión',
		'login.refused': 'Inicio de sesión rechazado',
		'login.link': 'Crear enlace de inicio de sesión',
		logout: 'Cerrar sesión',
		'token.create': 'Crear token',
		'simulated.settle': 'Cobrar financiación en exchanges simulados',
		'token.rotate': 'Renovar token',
		'token.revoke': 'Revocar token',
		'passkey.add': 'Añadir llave de acceso',
		'passkey.remove': 'Quitar llave de acceso',
		'application.authorize': 'Autorizar aplicación',
		'application.refuse': 'Rechazar aplicación',
		'application.revoke': 'Revocar aplicación',
		'application.token_reused': 'Segundo uso del token de una aplicación',
		'agent.create': 'Crear agente',
		'agent.update': 'Cambiar agente',
		'agent.rotate_key': 'Crear clave nueva del agente',
		'agent.stop': 'Detener agente',
		'agent.token': 'Emitir token para el agente',
		'connection.begin': 'Iniciar conexión',
		'connection.connect': 'Conectar cuenta',
		'connection.refuse': 'Rechazar conexión',
		'connection.use': 'Usar cuenta para operaciones nuevas',
		'connection.transfers': 'Transferencias entre tus billeteras',
		'connection.check': 'Repetir autocomprobación',
		'connection.disconnect': 'Desconectar cuenta',
		call: 'Llamada',
	},
	newest: 'Mostrar las más recientes',
	older: 'Mostrar anteriores',
};
