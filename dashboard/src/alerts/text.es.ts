/** Textos de la página «Alertas», por componente. Las funciones insertan cifras en una frase. */
import type { Translated } from '../../../src/sentences/translated.ts';
import type * as English from './text.ts';

/** Nombres de los tipos de alerta. */
export const KINDS: Translated<typeof English.KINDS> = {
	execution_state: 'Cambios de posición',
	unhedged: 'Pata sin cobertura',
	liquidation_distance: 'Cerca de la liquidación',
	venue_down: 'Exchange caído',
	stream_silent: 'Flujo de cuenta en silencio',
	trading_halted: 'Operaciones detenidas',
	funding_reversal: 'Reversión de la financiación',
	daily_summary: 'Resumen diario',
	target_paused: 'Destino en pausa',
	threshold: 'Regla de umbral',
	margin_watch: 'Margen escaso',
	margin_transfer: 'Transferencia de margen necesaria',
	margin_reduce: 'Margen casi agotado',
	autopilot: 'Piloto automático',
};

/** Palabras y estilos de las gravedades. */
export const SEVERITIES: Translated<typeof English.SEVERITIES> = {
	critical: { word: 'Crítica', look: 'bad' },
	warning: { word: 'Aviso', look: 'warn' },
	info: { word: 'Informativa', look: '' },
};

/** Textos de `AlertsPage`. */
export const PAGE: Translated<typeof English.PAGE> = {
	title: 'Alertas',
	access: 'Tus alertas',
	needsLogin: 'Inicia sesión para fijar reglas, destinos, horas de silencio y un latido.',
	sections: 'Secciones',
	loading: 'tus ajustes de alertas',
	fault: 'No se pueden mostrar tus ajustes de alertas.',
};

/** Textos de `AlertHistory`. */
export const HISTORY: Translated<typeof English.HISTORY> = {
	title: 'Alertas recientes',
	loading: 'las alertas',
	fault: 'No se pueden mostrar las alertas.',
	empty: 'Aún no hay alertas. Aquí aparecen los eventos de tus posiciones, cuentas y exchanges.',
	emptyFiltered: 'Ninguna alerta coincide con estos filtros.',
	filters: 'Filtrar alertas',
	severity: 'Gravedad',
	severities: { info: 'Todas', warning: 'Aviso o crítica', critical: 'Crítica' },
	kind: 'Tipo',
	allKinds: 'Todos los tipos',
	from: 'Desde',
	until: 'Hasta',
	dates: 'Días UTC, ambos incluidos',
	columns: { time: 'Hora', severity: 'Gravedad', alert: 'Alerta', position: 'Posición' },
	details: 'Ver detalles',
	older: 'Anteriores',
	newest: 'Más recientes',
};

/** Textos de `AlertRules` y `RuleForm`. */
export const RULES: Translated<typeof English.RULES> = {
	title: 'Reglas de umbral',
	note: 'Carrywire compara cada regla con las cifras actuales cada pocos segundos.',
	loading: 'tus reglas',
	fault: 'No se pueden mostrar tus reglas.',
	empty: 'Aún no hay reglas. Ejemplo: financiación de ETH por encima de 20 % al año.',
	count: (count, max) => `${count} de ${max} reglas`,
	add: 'Añadir una regla',
	addButton: 'Añadir regla',
	kinds: {
		funding_rate: 'Tasa de financiación de una moneda',
		spread_apr: 'Diferencial anunciado de una moneda',
		net_apr: 'Neto esperado de una moneda',
		basis: 'Base de mi posición',
		execution_net: 'Resultado neto de mi posición',
		margin_distance: 'Distancia a la liquidación de mi posición',
	},
	kindNotes: {
		funding_rate:
			'Tasa en curso, % al año. «Por encima» compara el exchange más alto, «por debajo» el más bajo.',
		spread_apr: 'APR anunciado del mejor par, % al año.',
		net_apr: 'APR neto esperado del mejor par con 1000 USD, % al año.',
		basis: 'Precio de la pata corta sobre el de la larga, %. Es negativo si la larga cuesta más.',
		execution_net:
			'Resultado hasta ahora en USD: financiación y precios menos comisiones, a precios de marca.',
		margin_distance: 'La menor distancia de ambas patas a su precio de liquidación, %.',
	},
	labels: {
		kind: 'Cifra',
		name: 'Nombre',
		coin: 'Moneda',
		exchange: 'Exchange',
		exchangepair: 'Par de exchanges',
		execution_id: 'Posición',
		direction: 'Avisar cuando esté',
		limit: 'Límite',
		hysteresis: 'Distancia de vuelta',
		cooldown_minutes: 'Pausa',
	},
	nameHint: 'aparece en cada alerta',
	coinHint: 'por ejemplo, ETH',
	allExchanges: 'Todos los exchanges',
	allPairs: 'Todos los pares',
	allPositions: 'Todas las posiciones abiertas',
	directions: { above: 'por encima', below: 'por debajo' },
	units: { percent_per_year: '% al año', percent: '%', usd: 'USD' },
	hysteresisHint: 'La alerta termina a esta distancia del límite. Vacío: una décima parte del límite.',
	cooldownHint: 'minutos hasta que la alerta puede terminar y repetirse',
	missing: (label) => `Falta: ${label}.`,
	notANumber: 'Escribe un número.',
	notMinutes: 'Escribe minutos enteros, como máximo 10\u00a0080 (una semana).',
	notNegative: 'Escribe un número de al menos 0.',
	columns: { name: 'Regla', limit: 'Límite', now: 'Ahora', state: 'Estado', actions: 'Acciones' },
	limit: (direction, limit, unit) => `${direction} de ${limit} ${unit}`,
	subject: (parts) => parts.join(', '),
	unknown: 'aún desconocido',
	active: 'En alerta',
	waiting: 'Vigilando',
	off: 'Desactivada',
	fired: 'Última alerta',
	turnOn: 'Activar',
	turnOff: 'Desactivar',
	changeLimit: 'Cambiar límite',
	saveLimit: 'Guardar límite',
	keepLimit: 'Cancelar',
	remove: 'Quitar regla',
	removeSure: (name) => `¿Quitar la regla «${name}»? Sus alertas pasadas se conservan.`,
};

/** Textos de `AlertTargets`, `TargetForm` y `TargetRow`. */
export const TARGETS: Translated<typeof English.TARGETS> = {
	title: 'Destinos',
	note: 'Las alertas van a cada destino que acepta su tipo y su gravedad.',
	loading: 'tus destinos',
	fault: 'No se pueden mostrar tus destinos.',
	empty: 'Aún no hay destinos. Hasta que añadas uno, las alertas aparecen solo en esta página.',
	count: (count, max) => `${count} de ${max} destinos`,
	add: 'Añadir un destino',
	addButton: {
		webhook: 'Añadir webhook',
		slack: 'Añadir Slack',
		telegram: 'Añadir Telegram',
		email: 'Enviar código',
	},
	kinds: { webhook: 'Webhook', slack: 'Slack', telegram: 'Telegram', email: 'Correo electrónico' },
	kindNotes: {
		webhook: 'JSON firmado por POST. Ves el secreto de firma una sola vez.',
		slack: 'Crea un webhook entrante en Slack y pega su URL.',
		telegram: 'Crea un bot con @BotFather y escríbele una vez.',
		email: 'La dirección recibe un código. Las alertas empiezan cuando lo escribes.',
	},
	noMail:
		'Este servicio no tiene servidor de correo, así que no puede enviar correos. Pregunta a su operador.',
	mailFrom: (from) => `Los correos vienen de ${from}.`,
	labels: {
		kind: 'Tipo',
		name: 'Nombre',
		url: 'URL',
		bot_token: 'Token del bot',
		chat_id: 'Id del chat',
		recipient: 'Dirección de correo',
		least_severity: 'Gravedad mínima',
		kinds: 'Tipos de alerta',
		code: 'Código del correo',
	},
	optional: 'opcional',
	urlHint: 'https, en una dirección pública',
	chatHint: 'un número, o el @nombre de un canal',
	allKinds: 'sin marcar: todos',
	severities: { info: 'Todas', warning: 'Aviso o crítica', critical: 'Solo crítica' },
	missing: (label) => `Falta: ${label}.`,
	secretTitle: 'Secreto de firma',
	secretNote: 'Verifica cada webhook con este secreto. Cópialo ahora: no se muestra otra vez.',
	secret: 'secreto de firma',
	secretDone: 'Ya lo copié',
	columns: {
		name: 'Destino',
		sends: 'Envía',
		state: 'Estado',
		last: 'Última entrega',
		actions: 'Acciones',
	},
	all: 'Todos los tipos',
	states: {
		unconfirmed: 'Espera su código',
		pausedByYou: 'Pausado por ti',
		pausedByFailures: 'Pausado tras fallos',
		failing: 'Falla',
		active: 'Activo',
	},
	since: 'desde:',
	never: 'ninguna aún',
	waiting: (count) => `${count} en espera`,
	dropped: (count) => `${count} ${count === 1 ? 'descartada' : 'descartadas'}`,
	test: 'Enviar prueba',
	testOk: (answer, ms) => `La prueba llegó en ${ms} ms. ${answer}`,
	testFailed: (answer) => `La prueba falló. ${answer}`,
	pause: 'Pausar',
	resume: 'Reanudar',
	confirm: 'Confirmar dirección',
	confirmForm: (address) => `Confirmar ${address}`,
	sendCode: 'Enviar código nuevo',
	codeSent: 'El servidor de correo aceptó el código nuevo.',
	remove: 'Quitar destino',
	removeSure: (name) => `¿Quitar «${name}»? Las alertas que esperan por él no se envían.`,
};

/** Textos de `QuietHours`. */
export const QUIET: Translated<typeof English.QUIET> = {
	title: 'Horas de silencio',
	note: 'Las alertas críticas se envían siempre. Las demás esperan hasta el final; luego cada destino recibe las últimas 20.',
	none: 'No hay horas de silencio.',
	set: (from, until, zone) => `${from} a ${until}, ${zone}`,
	now: 'Silencio ahora, hasta el',
	form: 'Fijar horas de silencio',
	labels: { from: 'Desde', until: 'Hasta', time_zone: 'Zona horaria' },
	zoneHint: 'por ejemplo, Europe/Berlin',
	button: 'Guardar horas de silencio',
	missing: (label) => `Falta: ${label}.`,
	notATime: 'Escribe una hora como 22:00.',
	remove: 'Quitar horas de silencio',
	removeSure: '¿Quitar las horas de silencio? Las alertas que esperan se envían ahora.',
};

/** Textos de `HeartbeatSection`. */
export const HEARTBEAT: Translated<typeof English.HEARTBEAT> = {
	title: 'Latido saliente',
	note: 'Carrywire llama a tu URL cada minuto mientras está sano. Si las llamadas paran, tu servicio de vigilancia te avisa.',
	meaning:
		'Sano significa: el servicio funciona, escribe en su almacén, revisa alertas y recibe datos actuales de un exchange.',
	none: 'No hay latido.',
	to: (method, address) => `${method} ${address}`,
	ok: 'Última llamada respondida',
	notYet: 'Aún sin llamadas. La primera llega en segundos.',
	failing: 'Falla desde:',
	next: 'Próxima llamada',
	unhealthy: (reason) => `En pausa. ${reason}`,
	form: 'Fijar el latido',
	labels: { url: 'URL', method: 'Método' },
	urlHint: 'https, en una dirección pública, como un control de healthchecks.io',
	button: 'Guardar latido',
	missing: 'Falta la URL.',
	remove: 'Quitar latido',
	removeSure: '¿Quitar el latido? Tu servicio de vigilancia dará entonces Carrywire por caído.',
};

/** Textos de `DeliveryLog`. */
export const LOG: Translated<typeof English.LOG> = {
	title: 'Registro de entregas',
	loading: 'el registro de entregas',
	fault: 'No se puede mostrar el registro de entregas.',
	empty: 'Aún no hay entregas.',
	emptyFiltered: 'Ninguna entrega coincide con estos filtros.',
	filters: 'Filtrar entregas',
	target: 'Destino',
	allTargets: 'Todos los destinos',
	state: 'Estado',
	allStates: 'Todos los estados',
	states: { waiting: 'En espera', delivered: 'Entregada', refused: 'Rechazada', dropped: 'Descartada' },
	looks: { waiting: 'warn', delivered: 'good', refused: 'bad', dropped: 'bad' },
	columns: {
		raised: 'Alerta emitida',
		alert: 'Alerta',
		target: 'Destino',
		state: 'Estado',
		attempts: 'Intentos',
		last: 'Último intento',
		failure: 'Error',
	},
};

/** Textos de `RemoveButton`. */
export const REMOVE: Translated<typeof English.REMOVE> = { keep: 'Conservar' };
