@echo off
rem Starts the console in this window: start.bat [-p port]. Ctrl+C stops it.
setlocal
cd /d "%~dp0.."

set "PORT_OPTION="
if "%~1"=="" goto start
if not "%~1"=="-p" goto usage
echo(%~2| findstr /r /x "[0-9][0-9]*" >nul
if errorlevel 1 goto wrongport
set "PORT_OPTION=--server.port=%~2"

:start
set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java"
rem The first start prints the administrator's password, this once.
"%JAVA%" %JAVA_OPTS% -Dloader.path=lib -jar elasticjob-console.jar --spring.config.additional-location=optional:file:conf/ %PORT_OPTION%
exit /b %errorlevel%

:wrongport
echo start.bat: the port is '%~2'; give a number, such as: start.bat -p 8088 1>&2
exit /b 2

:usage
echo Usage: start.bat [-p port] 1>&2
exit /b 2
